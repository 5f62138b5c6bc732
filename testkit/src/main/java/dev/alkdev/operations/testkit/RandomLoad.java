package dev.alkdev.operations.testkit;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Random calls and streams that succeed, fail, time out, are cancelled, dropped or closed halfway.
 * With {@link LeakCheck}, which afterwards fails if any of them left something behind.
 */
public final class RandomLoad {
    private static final int CALLERS = 32;
    private static final JsonNode NOTHING = Json.parse("{}");
    private static final List<String> QUERIES =
            List.of("load.echo", "load.fails", "load.later", "load.nested", "load.waits");
    private static final List<String> STREAMS =
            List.of("load.items", "load.broken", "load.endless");

    private RandomLoad() {}

    /** Something through which operations are called. Threads share it. */
    public interface Target {
        void execute(Call call);

        Subscription<JsonNode> subscribe(Call call);

        /** Calls a registry directly. */
        static Target of(OperationRegistry registry) {
            return new Target() {
                @Override
                public void execute(Call call) {
                    registry.execute(call);
                }

                @Override
                public Subscription<JsonNode> subscribe(Call call) {
                    return registry.subscribe(call);
                }
            };
        }
    }

    /** Registers the operations that the load calls. */
    public static void register(OperationRegistry registry) {
        registerQueries(registry);
        registerStreams(registry);
    }

    private static void registerQueries(OperationRegistry registry) {
        registry.register(OperationSpec.query("load.echo").build(), (input, context) -> input);
        registry.register(
                OperationSpec.query("load.fails").build(),
                (input, context) -> {
                    throw new CallException("EXECUTION_ERROR", "as it should");
                });
        registry.register(
                OperationSpec.query("load.later").build(),
                (input, context) -> {
                    CompletionStage<String> later = CompletableFuture.supplyAsync(() -> "later");
                    return later;
                });
        registry.register(
                OperationSpec.query("load.nested").build(),
                (input, context) -> {
                    // Left open: the end of the call closes it.
                    context.env().subscribe("load.endless", NOTHING).next();
                    return context.env().call("load.echo", NOTHING);
                });
        registry.register(
                OperationBinding.of(
                                OperationSpec.query("load.waits").build(),
                                (input, context) -> {
                                    new CountDownLatch(1).await();
                                    return null;
                                })
                        .within(Duration.ofMillis(5)));
    }

    private static void registerStreams(OperationRegistry registry) {
        registry.register(
                OperationSpec.subscription("load.items").build(),
                (input, context, emitter) -> {
                    for (int i = 0; i < 12; i++) {
                        emitter.emit("x".repeat(1_000));
                    }
                });
        registry.register(
                OperationSpec.subscription("load.broken").build(),
                (input, context, emitter) -> {
                    emitter.emit("x".repeat(1_000));
                    throw new CallException("EXECUTION_ERROR", "as it should");
                });
        registry.register(
                OperationSpec.subscription("load.endless").build(),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit("x".repeat(1_000));
                    }
                });
    }

    /**
     * Makes calls and opens streams, on many threads.
     *
     * @param drops whether some streams are dropped without being closed
     */
    public static void run(Target target, int count, long seed, boolean drops) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> callers =
                    IntStream.range(0, CALLERS)
                            .<Future<?>>mapToObj(
                                    i ->
                                            threads.submit(
                                                    () ->
                                                            new Caller(target, seed + i, drops)
                                                                    .run(count / CALLERS)))
                            .toList();
            for (Future<?> each : callers) {
                each.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new AssertionError("a caller failed", e.getCause());
        }
    }

    /** One thread of the load. */
    private static final class Caller {
        private final Target target;
        private final Random random;
        private final boolean drops;

        private Caller(Target target, long seed, boolean drops) {
            this.target = target;
            this.random = new Random(seed);
            this.drops = drops;
        }

        private void run(int count) {
            for (int i = 0; i < count; i++) {
                try {
                    act();
                } catch (CallException expected) {
                    // Failures, timeouts and cancellations are part of the load.
                }
            }
        }

        private void act() {
            Cancellation cancellation = Cancellation.create();
            CallBuilder call = Call.builder().cancellation(cancellation);
            if (random.nextInt(3) == 0) {
                call.timeout(Duration.ofMillis(random.nextInt(5)));
            }
            if (random.nextInt(4) == 0) {
                Thread.startVirtualThread(cancellation::cancel);
            }
            if (random.nextBoolean()) {
                target.execute(call.to(any(QUERIES), NOTHING));
            } else {
                read(target.subscribe(call.to(any(STREAMS), NOTHING)), cancellation);
            }
        }

        private String any(List<String> ids) {
            return ids.get(random.nextInt(ids.size()));
        }

        private void read(Subscription<JsonNode> stream, Cancellation cancellation) {
            int items = random.nextInt(20);
            boolean dropped = drops && random.nextInt(4) == 0;
            try {
                while (items-- > 0 && stream.hasNext()) {
                    stream.next();
                }
            } finally {
                if (!dropped) {
                    stream.close();
                } else if (random.nextBoolean()) {
                    cancellation.cancel();
                }
            }
        }
    }
}
