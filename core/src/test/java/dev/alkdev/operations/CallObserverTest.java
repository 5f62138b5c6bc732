package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;

import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schemas;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

class CallObserverTest {
    private static final JsonNode NOTHING = Json.parse("{}");

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private volatile Consumer<ObservedCall> door = call -> {};
    private final OperationRegistry registry =
            OperationRegistry.builder().observer(this::observe).build();

    private CallObserver.Observation observe(ObservedCall call) {
        door.accept(call);
        String name = call.call().operationId();
        seen.add("begin " + name + (call.call().isNested() ? " nested" : ""));
        call.onRunning(() -> seen.add("running " + name));
        return new CallObserver.Observation() {
            @Override
            public void item() {
                seen.add("item " + name);
            }

            @Override
            public void ended(ObservedCall call) {
                seen.add(
                        "ended "
                                + name
                                + (call.outcome().equals("ok") ? "" : " " + call.outcome()));
            }
        };
    }

    @Test
    void aCallIsToldFromItsBeginToItsEnd() {
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);

        registry.execute("a.echo", NOTHING);

        assertThat(seen).containsExactly("begin a.echo", "running a.echo", "ended a.echo");
    }

    @Test
    void whatIsTurnedAwayNeverRuns() {
        registry.register(
                OperationSpec.query("a.strict")
                        .input(Schemas.object().property("n", Schemas.integer()).build())
                        .build(),
                (input, context) -> input);

        assertThatThrownBy(() -> registry.execute("a.strict", NOTHING))
                .isInstanceOf(CallException.class);
        assertThatThrownBy(() -> registry.execute("a.nothing", NOTHING))
                .isInstanceOf(CallException.class);

        assertThat(seen)
                .containsExactly(
                        "begin a.strict",
                        "ended a.strict VALIDATION_ERROR",
                        "begin a.nothing",
                        "ended a.nothing OPERATION_NOT_FOUND");
    }

    @Test
    void aFailureIsTold() {
        registry.register(
                OperationSpec.query("a.broken").build(),
                (input, context) -> {
                    throw new IllegalStateException("inside");
                });

        assertThatThrownBy(() -> registry.execute("a.broken", NOTHING))
                .isInstanceOf(CallException.class);

        assertThat(seen).last().isEqualTo("ended a.broken EXECUTION_ERROR");
    }

    @Test
    void nestedCallsAreToldAsSuch() {
        registry.register(OperationSpec.query("a.inner").build(), (input, context) -> input);
        registry.register(
                OperationSpec.query("a.outer").build(),
                (input, context) -> context.env().call("a.inner", input).data());

        registry.execute("a.outer", NOTHING);

        assertThat(seen).contains("begin a.outer", "begin a.inner nested");
    }

    @Test
    void anObserverMayRefuse() {
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        door =
                call -> {
                    throw new CallException(ErrorCode.OVERLOADED, "too many calls");
                };

        assertThatThrownBy(() -> registry.execute("a.echo", NOTHING))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
        assertThat(registry.openCalls()).isZero();
    }

    @Test
    void anObserverThatFailsRefusesTheCall() {
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        door =
                call -> {
                    throw new NullPointerException("bug");
                };

        assertThatThrownBy(() -> registry.execute("a.echo", NOTHING))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_ERROR))
                .hasMessage("a.echo failed")
                .hasRootCauseMessage("bug");
        assertThat(registry.openCalls()).isZero();
    }

    @Test
    void aClosedSubscriptionIsNoFailure() {
        CopyOnWriteArrayList<String> outcomes = new CopyOnWriteArrayList<>();
        OperationRegistry watched =
                OperationRegistry.builder()
                        .observer(call -> ended -> outcomes.add(ended.outcome()))
                        .build();
        watched.register(
                OperationSpec.subscription("a.endless").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());
        watched.register(
                OperationSpec.query("a.aborted").build(),
                (input, context) -> {
                    throw new CallException(ErrorCode.ABORTED, "by itself");
                });
        watched.register(OperationSpec.query("a.fine").build(), (input, context) -> input);

        watched.subscribe("a.endless", NOTHING).close();
        watched.execute("a.fine", NOTHING);
        assertThatThrownBy(() -> watched.execute("a.aborted", NOTHING))
                .isInstanceOf(CallException.class);

        await().until(() -> outcomes.size() == 3);
        assertThat(outcomes).containsExactlyInAnyOrder("closed", "ok", "ABORTED");
    }

    @Test
    void anObservedCallThatSucceedsMakesNoException() {
        OperationRegistry watched =
                OperationRegistry.builder().observer(call -> failure -> {}).build();
        watched.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        Runnable call = () -> watched.execute("a.echo", NOTHING);
        allocatedAtDepth(500, call);

        // The stack trace of an exception costs the more, the deeper the stack is.
        long shallow = allocatedAtDepth(1, call);
        assertThat(allocatedAtDepth(500, call)).isLessThan(2 * shallow);
    }

    private static long allocatedAtDepth(int depth, Runnable call) {
        if (depth > 1) {
            return allocatedAtDepth(depth - 1, call);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000; i++) {
            call.run();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void theItemsOfASubscriptionAreTold() {
        registry.register(
                OperationSpec.subscription("a.two").build(),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    emitter.emit(2);
                });

        try (Subscription<JsonNode> items = registry.subscribe("a.two", NOTHING)) {
            items.forEachRemaining(item -> {});
        }

        await().until(() -> seen.contains("ended a.two"));
        assertThat(seen)
                .containsExactly(
                        "begin a.two", "running a.two", "item a.two", "item a.two", "ended a.two");
    }

    @Test
    void aSubscriptionThatIsTurnedAwayEndsAtOnce() {
        assertThatThrownBy(() -> registry.subscribe("a.nothing", NOTHING))
                .isInstanceOf(CallException.class);

        assertThat(seen).containsExactly("begin a.nothing", "ended a.nothing OPERATION_NOT_FOUND");
    }

    @Test
    void aRunningSubscriptionCanBeEndedFromTheDoor() {
        CopyOnWriteArrayList<ObservedCall> calls = new CopyOnWriteArrayList<>();
        door = calls::add;
        registry.register(
                OperationSpec.subscription("a.endless").build(),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    new CountDownLatch(1).await();
                });

        try (Subscription<JsonNode> items = registry.subscribe("a.endless", NOTHING)) {
            items.next();
            calls.getFirst().end(new CallException(ErrorCode.UNAVAILABLE, "the hub stops"));

            assertThatThrownBy(items::next)
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                                assertThat(e).hasMessage("the hub stops");
                                assertThat(e.retryable()).isTrue();
                            });
        }
        await().until(() -> seen.contains("ended a.endless UNAVAILABLE"));
    }

    @Test
    void aRunningCallCanBeEndedFromTheDoor() throws Exception {
        CopyOnWriteArrayList<ObservedCall> calls = new CopyOnWriteArrayList<>();
        door = calls::add;
        CountDownLatch inside = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("a.slow").build(),
                (input, context) -> {
                    inside.countDown();
                    new CountDownLatch(1).await();
                    return input;
                });
        Thread ending =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                inside.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            calls.getFirst()
                                    .end(new CallException(ErrorCode.UNAVAILABLE, "it stops"));
                        });

        assertThatThrownBy(() -> registry.execute("a.slow", NOTHING))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        ending.join();
        assertThat(seen).last().isEqualTo("ended a.slow UNAVAILABLE");
    }

    @Test
    void whatAnObservationThrowsDoesNotTouchTheCall() {
        OperationRegistry clumsy =
                OperationRegistry.builder()
                        .observer(
                                call ->
                                        failure -> {
                                            throw new IllegalStateException("clumsy");
                                        })
                        .build();
        clumsy.register(OperationSpec.query("a.echo").build(), (input, context) -> input);

        assertThat(clumsy.execute("a.echo", NOTHING).data()).isEqualTo(NOTHING);
    }

    @Test
    void anObservedCallTellsWhatItsCallerSaid() {
        CopyOnWriteArrayList<ObservedCall> calls = new CopyOnWriteArrayList<>();
        door = calls::add;
        OperationSpec spec = OperationSpec.query("a.echo").build();
        registry.register(spec, (input, context) -> input);
        Caller caller = Caller.of(Identity.of("ann"));

        registry.execute(
                Call.builder()
                        .caller(caller)
                        .requestId("r-1")
                        .metadata(Map.of("traceparent", Json.parse("\"00-1\"")))
                        .to("a.echo", NOTHING));

        ObservedCall call = calls.getFirst();
        assertThat(call.operation().map(RegisteredOperation::spec)).contains(spec);
        assertThat(call.call().caller()).isEqualTo(caller);
        assertThat(call.call().input()).isEqualTo(NOTHING);
        assertThat(call.call().requestId()).isEqualTo("r-1");
        assertThat(call.call().metadata()).containsOnlyKeys("traceparent");
        assertThat(call.isStream()).isFalse();
    }

    @Test
    void aSubscriptionThatCannotBeOpenedEndsWhateverIsThrown() {
        OperationRegistry stopped =
                OperationRegistry.builder()
                        .observer(this::observe)
                        .time(new StoppedClock())
                        .build();
        stopped.register(
                OperationSpec.subscription("a.timed").build(), (input, context, emitter) -> {});
        CallBuilder timed = Call.builder().timeout(Duration.ofMinutes(1));

        assertThatThrownBy(() -> stopped.subscribe(timed.to("a.timed", NOTHING)))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_ERROR))
                .hasRootCauseMessage("no more timers");

        assertThat(seen).containsExactly("begin a.timed", "ended a.timed UNKNOWN_ERROR");
        assertThat(stopped.openSubscriptions()).isZero();
    }

    /** A clock that takes no more timers. */
    private static final class StoppedClock implements TimeSource {
        @Override
        public long millis() {
            return Instant.now().toEpochMilli();
        }

        @Override
        public Registration schedule(Duration delay, Runnable task) {
            throw new IllegalStateException("no more timers");
        }
    }

    @Test
    void anObservationIsToldTheEndOnce() {
        ObservedCall observed =
                ObservedCall.begin(
                        new CallObserver[] {call -> ended -> seen.add("ended " + ended.outcome())},
                        Call.of("a.b", NOTHING),
                        null,
                        false);

        observed.ended(null);
        observed.failed(new CallException(ErrorCode.TIMEOUT, "too late"));

        assertThat(seen).containsExactly("ended ok");
    }

    @Test
    void whatAnObserverAddsTravelsWithTheCallAndItsNestedOnes() {
        door =
                call -> {
                    if (!call.call().isNested()) {
                        call.addMetadata(Map.of("traceparent", Json.parse("\"00-2\"")));
                    }
                };
        registry.register(
                OperationSpec.query("a.inner").build(),
                (input, context) -> context.metadata().toString());
        registry.register(
                OperationSpec.query("a.outer").build(),
                (input, context) -> context.env().call("a.inner", input).data());
        CallBuilder context =
                Call.builder()
                        .metadata(
                                Map.of(
                                        "traceparent",
                                        Json.parse("\"00-1\""),
                                        "tenant",
                                        Json.parse("7")));

        String metadata = registry.execute(context.to("a.outer", NOTHING)).data().asString();

        assertThat(metadata).contains("traceparent=\"00-2\"", "tenant=7");
    }
}
