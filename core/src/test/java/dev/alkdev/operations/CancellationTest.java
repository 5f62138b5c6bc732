package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
class CancellationTest {
    private final Cancellation cancellation = Cancellation.create();
    private final CallBuilder cancellable = Call.builder().cancellation(cancellation);

    private volatile Cancellation current = cancellation;

    @Test
    void cancellingInterruptsTheHandler(OperationRegistry registry) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        registry.register(
                query("a.slow"),
                (input, context) -> {
                    started.countDown();
                    waitForInterrupt();
                    return null;
                });
        CompletableFuture<CallException> outcome = new CompletableFuture<>();
        AtomicBoolean leaked = new AtomicBoolean();
        Thread caller =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    outcome.complete(
                                            failure(
                                                    () ->
                                                            registry.execute(
                                                                    cancellable.to(
                                                                            "a.slow", NOTHING))));
                                    leaked.set(Thread.interrupted());
                                });
        started.await();
        assertThat(registry.openCalls()).isEqualTo(1);

        cancellation.cancel();
        caller.join();

        assertThat(outcome.join().toJson())
                .isEqualTo(json("{'code':'ABORTED','message':'the call was cancelled'}"));
        assertThat(leaked).isFalse();
        assertThat(cancellation.pending()).isZero();
    }

    @Test
    void aCallThatWasCancelledBeforeDoesNotBegin(OperationRegistry registry) {
        AtomicBoolean ran = new AtomicBoolean();
        registry.register(query("a.quick"), (input, context) -> ran.getAndSet(true));
        cancellation.cancel("no longer wanted");

        assertThat(failure(() -> registry.execute(cancellable.to("a.quick", NOTHING))).toJson())
                .isEqualTo(json("{'code':'ABORTED','message':'no longer wanted'}"));
        assertThat(ran).isFalse();
    }

    @Test
    void aCallThatIsCancelledWhileItsInputIsCheckedDoesNotBegin(OperationRegistry registry) {
        AtomicBoolean ran = new AtomicBoolean();
        registry.register(
                OperationSpec.mutation("a.pay")
                        .input(Schema.parse("{\"type\":\"object\",\"required\":[\"sum\"]}"))
                        .build(),
                (input, context) -> ran.getAndSet(true));
        ObjectNode input =
                new ObjectNode(JsonNodeFactory.instance) {
                    @Override
                    public boolean has(String name) {
                        cancellation.cancel("no longer wanted");
                        return super.has(name);
                    }

                    @Override
                    public JsonNode get(String name) {
                        cancellation.cancel("no longer wanted");
                        return super.get(name);
                    }
                };
        input.put("sum", 1);

        assertThat(failure(() -> registry.execute(cancellable.to("a.pay", input))).toJson())
                .isEqualTo(json("{'code':'ABORTED','message':'no longer wanted'}"));
        assertThat(ran).isFalse();
    }

    @Test
    void theHandlerIsToldThroughItsContext(OperationRegistry registry) {
        List<String> told = new ArrayList<>();
        registry.register(
                query("a.slow"),
                (input, context) -> {
                    context.onCancel(() -> told.add("first"));
                    context.onCancel(
                            () -> {
                                throw new IllegalStateException("boo");
                            });
                    Registration unwanted = context.onCancel(() -> told.add("never"));
                    unwanted.close();
                    context.onCancel(() -> told.add("second"));
                    assertThat(context.cancelled()).isFalse();
                    cancellation.cancel();
                    assertThat(context.cancelled()).isTrue();
                    context.onCancel(() -> told.add("at once"));
                    return null;
                });

        try (LogCapture log = new LogCapture()) {
            assertThat(failure(() -> registry.execute(cancellable.to("a.slow", NOTHING))).code())
                    .isEqualTo("ABORTED");
            assertThat(log.text())
                    .startsWith("WARN Cancellation - An action given to onCancel failed");
        }

        assertThat(told).containsExactly("first", "second", "at once");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void whatWasGivenToOnCancelIsForgottenWithTheCall(OperationRegistry registry) {
        AtomicBoolean told = new AtomicBoolean();
        registry.register(
                query("a.quick"),
                (input, context) -> context.onCancel(() -> told.set(true)) == null);

        registry.execute(cancellable.to("a.quick", NOTHING));
        assertThat(cancellation.pending()).isZero();
        cancellation.cancel();

        assertThat(told).isFalse();
    }

    @Test
    void onCancelOfACallThatCannotBeCancelledDoesNothing(OperationRegistry registry) {
        registry.register(
                query("a.quick"),
                (input, context) -> {
                    context.onCancel(() -> {}).close();
                    return context.cancelled();
                });

        assertThat(registry.execute("a.quick", NOTHING).data().booleanValue()).isFalse();
    }

    @Test
    void anInterruptFromElsewhereAbortsAndStaysWithTheThread(OperationRegistry registry) {
        registry.register(
                query("a.slow"),
                (input, context) -> {
                    waitForInterrupt();
                    return null;
                });
        Thread.currentThread().interrupt();

        CallException aborted = failure(() -> registry.execute(cancellable.to("a.slow", NOTHING)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(aborted.toJson())
                .isEqualTo(json("{'code':'ABORTED','message':'a.slow was interrupted'}"));
        assertThat(aborted).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void anInterruptNeverReachesTheCallerHoweverTheTimingIs(OperationRegistry registry)
            throws Exception {
        registry.register(query("a.quick"), (input, context) -> null);
        AtomicBoolean stop = new AtomicBoolean();
        Thread canceller =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!stop.get()) {
                                        current.cancel();
                                    }
                                });

        int aborted = 0;
        for (int i = 0; i < 20_000 || aborted < 1_000; i++) {
            Cancellation racing = Cancellation.create();
            CallBuilder context = Call.builder().cancellation(racing);
            current = racing;
            try {
                registry.execute(context.to("a.quick", NOTHING));
            } catch (CallException e) {
                assertThat(e.code()).isEqualTo("ABORTED");
                aborted++;
            }
            assertThat(Thread.interrupted()).isFalse();
            assertThat(racing.pending()).isZero();
        }
        stop.set(true);
        canceller.join();
    }

    @Test
    void tenThousandCancelsLeaveNothing(LeakCheck leaks) {
        HandDrivenClock clock = new HandDrivenClock();
        OperationRegistry registry = leaks.watch(OperationRegistry.builder().time(clock).build());
        registry.register(
                query("a.slow"),
                (input, context) -> {
                    context.onCancel(() -> {});
                    context.env().call("a.inner", input);
                    return null;
                });
        registry.register(
                query("a.inner"),
                (input, context) -> {
                    current.cancel();
                    waitForInterrupt();
                    return null;
                });

        for (int i = 0; i < 10_000; i++) {
            Cancellation own = Cancellation.create();
            current = own;
            CallBuilder context = Call.builder().cancellation(own).timeout(Duration.ofHours(1));
            assertThat(failure(() -> registry.execute(context.to("a.slow", NOTHING))).code())
                    .isEqualTo("ABORTED");
            assertThat(own.pending()).isZero();
        }

        assertThat(clock.pending()).isZero();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void anActionThatBlocksKeepsNoOtherCallFromEnding(OperationRegistry registry) throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch over = new CountDownLatch(1);
        registry.register(
                query("a.blocks"),
                (input, context) -> {
                    context.onCancel(() -> awaitUninterruptibly(over));
                    running.countDown();
                    waitForInterrupt();
                    return null;
                });
        registry.register(
                query("a.outer"),
                (input, context) ->
                        CompletableFuture.supplyAsync(
                                () -> context.env().call("a.blocks", NOTHING),
                                Thread::startVirtualThread));
        registry.register(
                query("a.other"),
                (input, context) -> {
                    running.countDown();
                    waitForInterrupt();
                    return null;
                });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var outer =
                    threads.submit(
                            () ->
                                    failure(
                                            () ->
                                                    registry.execute(
                                                            cancellable.to("a.outer", NOTHING))));
            await().until(() -> running.getCount() == 1);
            var other =
                    threads.submit(
                            () ->
                                    failure(
                                            () ->
                                                    registry.execute(
                                                            cancellable.to("a.other", NOTHING))));
            running.await();
            threads.submit(() -> cancellation.cancel("enough"));

            assertThat(other.get(10, TimeUnit.SECONDS)).hasMessage("enough");
            assertThat(outer.get(10, TimeUnit.SECONDS)).hasMessage("enough");
            over.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // The test ends it.
            }
        }
    }

    @Test
    void cancellingHappensOnce() {
        AtomicInteger times = new AtomicInteger();
        cancellation.onCancel(times::incrementAndGet);

        cancellation.cancel("first");
        cancellation.cancel("second");

        assertThat(times).hasValue(1);
        assertThat(cancellation.isCancelled()).isTrue();
        assertThat(cancellation.failure()).hasMessage("first");
    }
}
