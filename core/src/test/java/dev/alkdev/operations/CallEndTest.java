package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** What is left of a call, and of what it opened, when it is over. */
@ExtendWith(LeakCheck.class)
class CallEndTest {
    private final Cancellation cancellation = Cancellation.create();
    private final CallBuilder cancellable = Call.builder().cancellation(cancellation);

    /** A handler that goes on until the gate opens, whoever interrupts it. */
    private static StreamHandler deaf(CountDownLatch gate) {
        return (input, context, emitter) -> {
            emitter.emit(1);
            boolean interrupted = false;
            while (gate.getCount() > 0) {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            assertThat(interrupted).isTrue();
        };
    }

    @Nested
    class AnErrorInAnAction {
        private void failInAction(OperationContext context) {
            context.onCancel(
                    () -> {
                        throw new AssertionError("bug in an action");
                    });
        }

        @Test
        void doesNotKeepChildrenRunning(OperationRegistry registry) throws Exception {
            CountDownLatch started = new CountDownLatch(1);
            registry.register(
                    query("a.child"),
                    (input, context) -> {
                        started.countDown();
                        waitForInterrupt();
                        return null;
                    });
            registry.register(
                    query("a.parent"),
                    (input, context) -> {
                        failInAction(context);
                        CallBuilder hasty = Call.builder().timeout(Duration.ofSeconds(60));
                        return context.env().call(hasty.to("a.child", input));
                    });
            CompletableFuture<CallException> outcome = new CompletableFuture<>();
            Thread caller =
                    Thread.startVirtualThread(
                            () ->
                                    outcome.complete(
                                            failure(
                                                    () ->
                                                            registry.execute(
                                                                    cancellable.to(
                                                                            "a.parent",
                                                                            NOTHING)))));
            started.await();

            cancellation.cancel();

            caller.join();
            assertThat(outcome.join().code()).isEqualTo("ABORTED");
            assertThat(registry.openCalls()).isZero();
        }

        @Test
        void doesNotLoseTheResult(OperationRegistry registry) {
            registry.register(
                    subscription("a.inner"),
                    (input, context, emitter) -> {
                        failInAction(context);
                        emitter.emit(1);
                        waitForInterrupt();
                    });
            registry.register(
                    query("a.outer"),
                    (input, context) -> {
                        context.env().subscribe("a.inner", input).next();
                        return "good";
                    });

            assertThat(registry.execute("a.outer", NOTHING).data().stringValue()).isEqualTo("good");
        }

        @Test
        void doesNotKeepTheReaderOfAStreamWaiting(OperationRegistry registry) {
            registry.register(
                    subscription("a.inner"),
                    (input, context, emitter) -> {
                        failInAction(context);
                        emitter.emit(1);
                        waitForInterrupt();
                    });
            registry.register(
                    subscription("a.outer"),
                    (input, context, emitter) -> {
                        context.env().subscribe("a.inner", input).next();
                        emitter.emit(2);
                    });

            try (Subscription<JsonNode> stream = registry.subscribe("a.outer", NOTHING)) {
                assertThat(stream.next().data().intValue()).isEqualTo(2);
                assertThat(stream.hasNext()).isFalse();
            }
        }
    }

    @Nested
    class StreamsLeftOpen {
        private void register(OperationRegistry registry, CountDownLatch gate, int streams) {
            registry.register(subscription("a.deaf"), deaf(gate));
            registry.register(
                    query("a.careless"),
                    (input, context) -> {
                        for (int i = 0; i < streams; i++) {
                            context.env().subscribe("a.deaf", input).next();
                        }
                        return "done";
                    });
        }

        @Test
        void areClosedTogether(OperationRegistry registry) {
            CountDownLatch gate = new CountDownLatch(1);
            register(registry, gate, 20);
            long before = System.nanoTime();

            registry.execute("a.careless", NOTHING);

            // One after the other, it would be a second each.
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isLessThan(Duration.ofSeconds(15));
            gate.countDown();
            await().until(() -> registry.openSubscriptions() == 0);
        }

        @Test
        void areNotWaitedForBeyondTheDeadline(OperationRegistry registry) {
            CountDownLatch gate = new CountDownLatch(1);
            registry.register(subscription("a.deaf"), deaf(gate));
            registry.register(
                    query("a.careless"),
                    (input, context) -> {
                        context.env().subscribe("a.deaf", input).next();
                        // Until there is little left, so that the rest decides.
                        while (context.remaining().orElseThrow().toMillis() > 100) {
                            Thread.onSpinWait();
                        }
                        return "done";
                    });
            CallBuilder context = Call.builder().timeout(Duration.ofMillis(1_500));
            long before = System.nanoTime();

            registry.execute(context.to("a.careless", NOTHING));

            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isLessThan(Duration.ofMillis(2_400));
            gate.countDown();
            await().until(() -> registry.openSubscriptions() == 0);
        }
    }

    @Test
    void aSubscriptionOfACallThatIsOverIsRefusedAtOnce(OperationRegistry registry)
            throws Exception {
        AtomicInteger ran = new AtomicInteger();
        registry.register(
                subscription("a.tick"), (input, context, emitter) -> ran.incrementAndGet());
        registry.register(query("a.opens"), (input, context) -> context.env());
        OperationContext over = OperationContext.of(Call.of("a.opens", NOTHING), registry);
        Call early = over.nested().to("a.tick", NOTHING);
        over.end();
        OperationEnv env = over.env();

        assertThat(failure(() -> env.subscribe("a.tick", NOTHING)).code()).isEqualTo("ABORTED");
        try (LogCapture log = new LogCapture()) {
            assertThat(failure(() -> over.nested().to("a.tick", NOTHING)))
                    .hasMessage("the call that would call a.tick is over");
            assertThat(failure(() -> registry.subscribe(early)).code()).isEqualTo("ABORTED");
            assertThat(log.text()).isEmpty();
        }
        assertThat(ran).hasValue(0);
        assertThat(registry.openSubscriptions()).isZero();
    }

    @Test
    void aNestedCallOnAnotherThreadEndsWithItsParent(OperationRegistry registry) {
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<CallException> nested = new CompletableFuture<>();
        registry.register(
                query("a.waits"),
                (input, context) -> {
                    started.countDown();
                    waitForInterrupt();
                    return null;
                });
        registry.register(
                query("a.leaves"),
                (input, context) -> {
                    OperationEnv env = context.env();
                    Thread.startVirtualThread(
                            () -> nested.complete(failure(() -> env.call("a.waits", input))));
                    started.await();
                    return "over";
                });
        Call call = Call.builder().timeout(Duration.ofHours(1)).to("a.leaves", NOTHING);

        assertThat(registry.execute(call).data().asString()).isEqualTo("over");
        assertThat(nested.orTimeout(30, TimeUnit.SECONDS).join())
                .hasMessage("the call it belongs to is over");
    }

    @Test
    void anActionGivenAfterTheEndIsForgotten(OperationRegistry registry) {
        CompletableFuture<OperationContext> kept = new CompletableFuture<>();
        registry.register(
                query("a.keeps"),
                (input, context) -> {
                    kept.complete(context);
                    return null;
                });
        registry.execute(cancellable.to("a.keeps", NOTHING));
        AtomicBoolean ran = new AtomicBoolean();

        kept.join().onCancel(() -> ran.set(true));
        assertThat(cancellation.pending()).isZero();
        cancellation.cancel();

        assertThat(ran).isFalse();
    }

    @Test
    void cancellingManyCallsCostsEachOfThemTheSame(OperationRegistry registry) throws Exception {
        registry.register(
                query("a.waits"),
                (input, context) -> {
                    waitForInterrupt();
                    return null;
                });
        cancelShared(registry, 2_000);
        double few = cancelShared(registry, 2_000);
        double many = cancelShared(registry, 32_000);
        // Each is compared with all others where it is quadratic: sixteen times as much.
        assertThat(many).as("beside %.0f ns", few).isLessThan(Math.max(few * 8, 50_000));
    }

    /** Nanoseconds for each of so many calls that end with one cancellation. */
    private static double cancelShared(OperationRegistry registry, int calls) throws Exception {
        Cancellation shared = Cancellation.create();
        CallBuilder context = Call.builder().cancellation(shared);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            callers.add(
                    Thread.startVirtualThread(
                            () -> failure(() -> registry.execute(context.to("a.waits", NOTHING)))));
        }
        await().atMost(60, TimeUnit.SECONDS).until(() -> shared.pending() == calls);
        long before = System.nanoTime();
        shared.cancel();
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(shared.pending()).isZero();
        return (System.nanoTime() - before) / (double) calls;
    }
}
