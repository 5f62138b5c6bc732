package dev.alkdev.operations.hub;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.schema.Schemas;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Operations that do what a test of a hub needs. */
public final class TestProvider implements SourceProvider {
    /** Opened by a test to let {@code hold} go on; by the key in its input. */
    static final ConcurrentMap<String, CountDownLatch> GATES = new ConcurrentHashMap<>();

    /** How many calls of {@code hold} are inside, by the key in their input. */
    static final ConcurrentMap<String, AtomicInteger> HELD = new ConcurrentHashMap<>();

    private static final ConcurrentMap<String, AtomicInteger> CLOSED = new ConcurrentHashMap<>();

    /** What a provider returns that does not care. */
    private static final OperationSource[] NOTHING = new OperationSource[1];

    private static final AtomicInteger MOOD = new AtomicInteger();

    @Override
    public String name() {
        return "test";
    }

    @Override
    public OperationSource create(String namespace, JsonNode options) {
        if (options.path("broken").asBoolean(false)) {
            throw new IllegalArgumentException("broken should not be true");
        }
        if (options.path("moody").asBoolean(false) && MOOD.getAndIncrement() == 0) {
            throw new IllegalStateException("not in the mood");
        }
        if (options.path("nothing").asBoolean(false)) {
            return NOTHING[0];
        }
        String gate = options.path("gate").asString("");
        if (!gate.isEmpty()) {
            awaitOpen(gate);
        }
        String used = options.path("fixed").asString(namespace);
        return new Source(used, options);
    }

    /** How often sources of a namespace were closed. */
    static int closed(String namespace) {
        return CLOSED.computeIfAbsent(namespace, any -> new AtomicInteger()).get();
    }

    /** Waits at a gate as code does that does not care for interrupts. */
    private static void holdStubbornly(String key) {
        AtomicInteger held = HELD.computeIfAbsent(key, any -> new AtomicInteger());
        CountDownLatch gate = GATES.computeIfAbsent(key, any -> new CountDownLatch(1));
        held.incrementAndGet();
        boolean interrupted = false;
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        held.decrementAndGet();
    }

    /** How many calls hold at a key now. */
    static int held(String key) {
        return HELD.computeIfAbsent(key, any -> new AtomicInteger()).get();
    }

    static void open(String key) {
        GATES.computeIfAbsent(key, any -> new CountDownLatch(1)).countDown();
    }

    /** As a source does that is slow to read. */
    private static void awaitOpen(String key) {
        try {
            GATES.computeIfAbsent(key, any -> new CountDownLatch(1)).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Object hold(JsonNode input) throws InterruptedException {
        String key = input.path("key").asString();
        if (input.path("stubborn").asBoolean(false)) {
            holdStubbornly(key);
            return key;
        }
        AtomicInteger held = HELD.computeIfAbsent(key, any -> new AtomicInteger());
        held.incrementAndGet();
        try {
            GATES.computeIfAbsent(key, any -> new CountDownLatch(1)).await();
            return key;
        } finally {
            held.decrementAndGet();
        }
    }

    private static String callerOf(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) -> identity.id();
            case Caller.Anonymous anonymous -> "anonymous";
            case Caller.Trusted trusted -> "trusted";
        };
    }

    private static List<OperationBinding> operations(String namespace, String answer) {
        return List.of(
                OperationBinding.of(
                        OperationSpec.query(namespace + ".answer").build(),
                        (input, context) -> answer),
                OperationBinding.of(
                        OperationSpec.query(namespace + ".echo")
                                .describedAs("Gives back what it got")
                                .tags("plain")
                                .build(),
                        (input, context) -> input),
                OperationBinding.of(
                        OperationSpec.query(namespace + ".nested").build(),
                        (input, context) -> context.env().call(namespace + ".echo", input)),
                OperationBinding.of(
                        OperationSpec.query(namespace + ".caller").build(),
                        (input, context) -> callerOf(context.caller())),
                OperationBinding.of(
                        OperationSpec.mutation(namespace + ".hold").build(),
                        (input, context) -> hold(input)),
                OperationBinding.of(
                        OperationSpec.query(namespace + ".square")
                                .input(Schemas.object().property("n", Schemas.integer()).build())
                                .build(),
                        (input, context) -> {
                            long n = input.get("n").longValue();
                            return n * n;
                        }),
                OperationBinding.of(
                        OperationSpec.mutation(namespace + ".order")
                                .fails(
                                        ErrorSpec.of("OUT_OF_STOCK", "Nothing is left")
                                                .withHttpStatus(409))
                                .build(),
                        (input, context) -> {
                            throw new CallException("OUT_OF_STOCK", "nothing is left of it");
                        }),
                OperationBinding.of(
                        OperationSpec.query(namespace + ".secret")
                                .access(AccessControl.requires("secret:read"))
                                .build(),
                        (input, context) -> "secret"),
                OperationBinding.of(
                        OperationSpec.subscription(namespace + ".count").build(),
                        (input, context, emitter) -> {
                            int count = input.path("count").asInt(3);
                            for (int i = 0; i < count; i++) {
                                emitter.emit(i);
                            }
                        }),
                OperationBinding.of(
                        OperationSpec.subscription(namespace + ".endless").build(),
                        (input, context, emitter) -> {
                            emitter.emit("first");
                            new CountDownLatch(1).await();
                        }));
    }

    private static final class Source implements OperationSource {
        private final String namespace;
        private final JsonNode options;
        private OperationSource.@Nullable Publisher published;
        private volatile OperationSource.Status status =
                new OperationSource.Status(OperationSource.Status.State.NEW, 0, null);

        Source(String namespace, JsonNode options) {
            this.namespace = namespace;
            this.options = options;
        }

        @Override
        public String name() {
            return namespace;
        }

        @Override
        public void start(OperationSource.Publisher all) {
            if (options.has("stuck")) {
                holdStubbornly(options.get("stuck").asString());
            }
            published = all;
            all.update(operations(namespace, options.path("answer").asString("42")));
            status =
                    new OperationSource.Status(
                            OperationSource.Status.State.READY, all.size(), null);
        }

        @Override
        public OperationSource.Status status() {
            return status;
        }

        @Override
        public void close() {
            if (published != null) {
                published.withdraw();
            }
            status = new OperationSource.Status(OperationSource.Status.State.CLOSED, 0, null);
            CLOSED.computeIfAbsent(namespace, any -> new AtomicInteger()).incrementAndGet();
            if (options.path("unclosable").asBoolean(false)) {
                throw new IllegalStateException("cannot close " + namespace);
            }
        }
    }
}
