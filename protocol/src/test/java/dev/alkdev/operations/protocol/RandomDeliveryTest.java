package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Two hubs and two spokes that are linked to both, while calls are cancelled, handlers fail and
 * links are cut at random points. Counts how often each call runs.
 */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class RandomDeliveryTest {
    private static final int CALLERS = 8;
    private static final int CALLS = 300;
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final List<OperationSpec> SPECS =
            List.of(
                    OperationSpec.mutation("pay.charge").build(),
                    OperationSpec.query("pay.rates").build(),
                    OperationSpec.mutation("pay.settle")
                            .annotations(Json.parse("{\"idempotentHint\": true}"))
                            .build());

    private final List<OperationRegistry> hubs = List.of(registry(), registry());
    private final List<OperationRegistry> spokes = List.of(registry(), registry());
    private final List<Wire> wires = new ArrayList<>();
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
    private final Mutex lock = new Mutex();

    /** How a call ended. */
    private record Outcome(OperationSpec spec, boolean cancelledBefore, String code) {}

    /** Two registries and the link between them, which is replaced when it is cut. */
    private final class Wire {
        private final OperationRegistry left;
        private final OperationRegistry right;
        private Peer atLeft;
        private Peer atRight;

        Wire(OperationRegistry left, OperationRegistry right) {
            this.left = left;
            this.right = right;
            connect();
        }

        private void connect() {
            InProcessLink.Pair pair = InProcessLink.pair();
            atLeft = Peer.over(pair.left(), left);
            atRight = Peer.over(pair.right(), right);
            atLeft.keepImporting(PeerImportOptions.none().withGrace(Duration.ofMinutes(1)));
            atRight.keepImporting(PeerImportOptions.none().withGrace(Duration.ofMinutes(1)));
        }

        void cut() {
            try (Registration held = lock.hold()) {
                close();
                connect();
            }
        }

        void close() {
            atLeft.close();
            atRight.close();
        }
    }

    private static OperationRegistry registry() {
        return OperationRegistry.create();
    }

    private void start(long seed) {
        for (OperationRegistry spoke : spokes) {
            Random random = new Random(seed++);
            for (OperationSpec spec : SPECS) {
                spoke.register(spec, (input, context) -> run(spec, input, context, random));
            }
            for (OperationRegistry hub : hubs) {
                wires.add(new Wire(hub, spoke));
            }
        }
        wires.add(new Wire(hubs.get(0), hubs.get(1)));
        for (OperationRegistry hub : hubs) {
            hub.register(
                    OperationSpec.query("hub.nothing").build(),
                    (input, context) -> {
                        throw NoRoute.failure("hub.nothing", context.requestId());
                    });
            await().atMost(SOON).until(() -> hub.isCallable("pay.charge"));
        }
    }

    /**
     * A handler that succeeds, fails like a link, passes on the failure of its own call, or waits.
     */
    private Object run(
            OperationSpec spec, JsonNode input, OperationContext context, Random random) {
        String id = input.path("id").asString();
        runs.computeIfAbsent(id, unknown -> new AtomicInteger()).incrementAndGet();
        switch (next(random, 5)) {
            case 0 -> throw new CallException(ErrorCode.UNAVAILABLE, "no database");
            case 1 -> throw NoRoute.failure(spec.id(), context.requestId());
            case 2 -> {
                return context.env().call("hub.nothing", Json.parse("{}")).data();
            }
            case 3 -> LockSupport.parkNanos(next(random, 2_000_000));
            default -> {}
        }
        return id;
    }

    private static int next(Random random, int bound) {
        synchronized (random) {
            return random.nextInt(bound);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noMutationRunsTwiceAndNothingRunsThatWasCancelledBefore(long seed) throws Exception {
        start(seed);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Random random = new Random(seed * 100 + i);
                int caller = i;
                callers.add(threads.submit(() -> callMany(caller, random)));
            }
            Random cuts = new Random(seed);
            while (!callers.stream().allMatch(Future::isDone)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1 + cuts.nextInt(8)));
                wires.get(cuts.nextInt(wires.size())).cut();
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        } finally {
            wires.forEach(Wire::close);
        }
        outcomes.forEach(this::verify);
        assertThat(outcomes).hasSize(CALLERS * CALLS);
        assertThat(outcomes.values()).extracting(Outcome::code).contains("", "ABORTED");
    }

    private void verify(String id, Outcome outcome) {
        AtomicInteger counted = runs.get(id);
        int times = counted == null ? 0 : counted.get();
        String what = outcome + " ran " + times + " times";
        if (outcome.cancelledBefore) {
            assertThat(times).as(what).isZero();
        } else if (!outcome.spec.isIdempotent()) {
            assertThat(times).as(what).isLessThanOrEqualTo(1);
        } else {
            assertThat(times).as(what).isLessThanOrEqualTo(9);
        }
        if (outcome.code.isEmpty()) {
            assertThat(times).as(what).isPositive();
        }
    }

    private void callMany(int caller, Random random) {
        for (int i = 0; i < CALLS; i++) {
            String id = caller + "-" + i;
            OperationSpec spec = SPECS.get(random.nextInt(SPECS.size()));
            Cancellation cancellation = Cancellation.create();
            CallBuilder call = Call.builder().cancellation(cancellation);
            boolean cancelledBefore = random.nextInt(10) == 0;
            if (cancelledBefore) {
                cancellation.cancel();
            } else if (random.nextInt(4) == 0) {
                long nanos = random.nextInt(1_000_000);
                Thread.startVirtualThread(
                        () -> {
                            LockSupport.parkNanos(nanos);
                            cancellation.cancel();
                        });
            }
            String code = "";
            try {
                OperationRegistry hub = hubs.get(random.nextInt(hubs.size()));
                hub.execute(call.to(spec.id(), Map.of("id", id)));
            } catch (CallException e) {
                code = e.code();
            }
            outcomes.put(id, new Outcome(spec, cancelledBefore, code));
        }
    }
}
