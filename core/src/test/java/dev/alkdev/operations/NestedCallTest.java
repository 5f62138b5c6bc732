package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

@ExtendWith(LeakCheck.class)
class NestedCallTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Identity ANN = Identity.of("ann", "outer");
    private static final OperationSpec INNER =
            OperationSpec.query("inner.call").requires("inner").build();

    private final HandDrivenClock clock = new HandDrivenClock();
    private final AtomicReference<OperationContext> seen = new AtomicReference<>();
    private OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void useTheClock(LeakCheck leaks) {
        registry = leaks.watch(OperationRegistry.builder().time(clock).build());
    }

    private void outer(OperationHandler handler) {
        registry.register(query("outer.call"), handler);
    }

    private OperationHandler callingInner() {
        return (input, context) -> context.env().call("inner.call", input);
    }

    private Object remember(JsonNode input, OperationContext context) {
        seen.set(context);
        return "inner";
    }

    private OperationContext inner() {
        return Objects.requireNonNull(seen.get());
    }

    @Nested
    class Authority {
        @Test
        void aNestedCallIsCheckedAgainstTheCallersIdentity() {
            outer(callingInner());
            registry.register(INNER, NestedCallTest.this::remember);

            assertThat(
                            failure(() -> registry.execute("outer.call", NOTHING, Caller.of(ANN)))
                                    .toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'EXECUTION_ERROR','message':'outer.call failed: its"
                                            + " call of inner.call failed with ACCESS_DENIED'}"));
        }

        @Test
        void aNestedCallCarriesTheCallersIdentity() {
            outer(callingInner());
            registry.register(INNER, NestedCallTest.this::remember);
            Caller bob = Caller.of(Identity.of("bob", "inner"));

            registry.execute("outer.call", NOTHING, bob);

            assertThat(inner().caller()).isEqualTo(bob);
        }

        @Test
        void trustedCodeStaysTrusted() {
            outer(callingInner());
            registry.register(INNER, NestedCallTest.this::remember);

            registry.execute("outer.call", NOTHING);

            assertThat(inner().caller()).isEqualTo(Caller.trusted());
        }

        @Test
        void anOperationMayHaveAnAuthorityOfItsOwn() {
            Caller service = Caller.of(Identity.of("service", "inner"));
            registry.register(
                    OperationBinding.of(query("outer.call"), callingInner()).runsAs(service));
            registry.register(INNER, NestedCallTest.this::remember);

            registry.execute("outer.call", NOTHING, Caller.anonymous());

            assertThat(inner().caller()).isEqualTo(service);
        }

        @Test
        void itsOwnAuthorityIsNoMoreThanItSays() {
            registry.register(
                    OperationBinding.of(query("outer.call"), callingInner())
                            .runsAs(Caller.of(Identity.of("service"))));
            registry.register(INNER, NestedCallTest.this::remember);

            assertThat(failure(() -> registry.execute("outer.call", NOTHING)))
                    .hasMessageEndingWith("its call of inner.call failed with ACCESS_DENIED");
        }
    }

    @Nested
    class Inheritance {
        @Test
        void aNestedCallKnowsItsParent() {
            outer(callingInner());
            registry.register(INNER, NestedCallTest.this::remember);
            CallBuilder context =
                    Call.builder().requestId("r-1").metadata(Map.of("trace", json("1")));

            registry.execute(context.to("outer.call", NOTHING));

            assertThat(inner().parentRequestId()).contains("r-1");
            assertThat(inner().requestId()).isNotEqualTo("r-1");
            assertThat(inner().metadata()).isEqualTo(Map.of("trace", json("1")));
        }

        @Test
        void aNestedCallHasWhatIsLeftOfTheTimeAndNoTimerOfItsOwn() {
            Instant deadline = clock.now().plus(SECOND);
            outer(
                    (input, context) -> {
                        clock.advance(Duration.ofMillis(300));
                        return context.env().call("inner.call", input);
                    });
            registry.register(
                    INNER,
                    (input, context) -> {
                        assertThat(context.deadline()).contains(deadline);
                        assertThat(context.remaining()).contains(Duration.ofMillis(700));
                        assertThat(clock.pending()).isEqualTo(1);
                        return null;
                    });

            registry.execute(Call.builder().deadline(deadline).to("outer.call", NOTHING));
        }

        @Test
        void anEnvOfAnyCallCanBeBuilt() {
            registry.register(INNER, NestedCallTest.this::remember);
            Call outer = Call.builder().requestId("r-1").to("outer.call", NOTHING);

            ResponseEnvelope<JsonNode> result =
                    registry.buildEnv(outer).call("inner.call", NOTHING);

            assertThat(result.data()).isEqualTo(json("'inner'"));
            assertThat(inner().parentRequestId()).contains("r-1");
        }
    }

    @Nested
    class Ending {
        @Test
        void aNestedCallWithLessTimeEndsAlone() {
            outer(
                    (input, context) -> {
                        Call hasty = Call.builder().timeout(SECOND).to("inner.call", input);
                        CallException timeout = failure(() -> context.env().call(hasty));
                        assertThat(Thread.currentThread().isInterrupted()).isFalse();
                        assertThat(context.cancelled()).isFalse();
                        return timeout.code();
                    });
            registry.register(
                    INNER,
                    (input, context) -> {
                        clock.advance(SECOND);
                        waitForInterrupt();
                        return null;
                    });
            CallBuilder context = Call.builder().deadline(clock.now().plus(SECOND.multipliedBy(9)));

            assertThat(registry.execute(context.to("outer.call", NOTHING)).data())
                    .isEqualTo(json("'TIMEOUT'"));
            assertThat(clock.pending()).isZero();
        }

        @Test
        void anEnvCannotGiveMoreTimeThanThereIs() {
            Instant deadline = clock.now().plus(SECOND);
            outer(
                    (input, context) ->
                            context.env()
                                    .call(
                                            Call.builder()
                                                    .deadline(deadline.plus(SECOND))
                                                    .to("inner.call", input)));
            registry.register(INNER, NestedCallTest.this::remember);

            registry.execute(Call.builder().deadline(deadline).to("outer.call", NOTHING));

            assertThat(inner().deadline()).contains(deadline);
        }

        @Test
        void aParentThatIsToEndIsStillInterruptedWhenItsChildWas() {
            outer(
                    (input, context) -> {
                        // A handler that swallows its child's failure must not block for ever.
                        assertThat(failure(() -> context.env().call("inner.call", input)).code())
                                .isEqualTo("TIMEOUT");
                        waitForInterrupt();
                        return null;
                    });
            registry.register(
                    INNER,
                    (input, context) -> {
                        clock.advance(SECOND);
                        waitForInterrupt();
                        return null;
                    });

            CallBuilder context = Call.builder().deadline(clock.now().plus(SECOND));
            assertThat(failure(() -> registry.execute(context.to("outer.call", NOTHING))).code())
                    .isEqualTo("TIMEOUT");
            assertThat(Thread.interrupted()).isFalse();
        }

        @Test
        void soIsAParentWhoseChildHadLessTime() {
            outer(
                    (input, context) -> {
                        Call hasty = Call.builder().timeout(SECOND).to("inner.call", input);
                        assertThat(failure(() -> context.env().call(hasty)).code())
                                .isEqualTo("TIMEOUT");
                        waitForInterrupt();
                        return null;
                    });
            registry.register(
                    INNER,
                    (input, context) -> {
                        clock.advance(SECOND.multipliedBy(3));
                        waitForInterrupt();
                        return null;
                    });

            CallBuilder context = Call.builder().deadline(clock.now().plus(SECOND.multipliedBy(2)));
            assertThat(failure(() -> registry.execute(context.to("outer.call", NOTHING))).code())
                    .isEqualTo("TIMEOUT");
            assertThat(Thread.interrupted()).isFalse();
        }

        @Test
        void childrenOnOtherThreadsEndWithTheirParent() throws Exception {
            Cancellation cancellation = Cancellation.create();
            CompletableFuture<CallException> childs = new CompletableFuture<>();
            CountDownLatch innerRuns = new CountDownLatch(1);
            outer(
                    (input, context) -> {
                        OperationEnv env = context.env();
                        Thread child =
                                Thread.ofVirtual()
                                        .start(
                                                () ->
                                                        childs.complete(
                                                                failure(
                                                                        () ->
                                                                                env.call(
                                                                                        "inner.call",
                                                                                        input))));
                        innerRuns.await();
                        cancellation.cancel();
                        Thread.interrupted();
                        child.join();
                        return null;
                    });
            registry.register(
                    INNER,
                    (input, context) -> {
                        innerRuns.countDown();
                        waitForInterrupt();
                        return null;
                    });
            CallBuilder context = Call.builder().cancellation(cancellation);

            assertThat(failure(() -> registry.execute(context.to("outer.call", NOTHING))).code())
                    .isEqualTo("ABORTED");
            assertThat(childs.join().code()).isEqualTo("ABORTED");
        }

        @Test
        void aStreamThatAHandlerOpenedEndsWithItsCall() {
            AtomicBoolean interrupted = new AtomicBoolean();
            registry.register(
                    subscription("inner.watch"),
                    (input, context, emitter) -> {
                        emitter.emit(1);
                        try {
                            waitForInterrupt();
                        } catch (InterruptedException e) {
                            interrupted.set(true);
                        }
                    });
            outer((input, context) -> context.env().subscribe("inner.watch", input).next());

            assertThat(registry.execute("outer.call", NOTHING).data()).isEqualTo(json("1"));
            assertThat(interrupted).isTrue();
            assertThat(registry.openSubscriptions()).isZero();
        }

        @Test
        void aStreamThatAStreamOpenedEndsWithIt() {
            registry.register(
                    subscription("inner.watch"),
                    (input, context, emitter) -> {
                        while (true) {
                            emitter.emit(1);
                        }
                    });
            registry.register(
                    subscription("outer.watch"),
                    (input, context, emitter) ->
                            emitter.emit(context.env().subscribe("inner.watch", input).next()));

            try (Subscription<JsonNode> stream = registry.subscribe("outer.watch", NOTHING)) {
                assertThat(stream.next().data()).isEqualTo(json("1"));
                assertThat(stream.hasNext()).isFalse();
                await().until(() -> registry.openSubscriptions() == 0);
            }
        }

        @Test
        void whatHasEndedIsForgottenWhileTheCallGoesOn() {
            Cancellation cancellation = Cancellation.create();
            registry.register(
                    subscription("inner.watch"), (input, context, emitter) -> emitter.emit(1));
            outer(
                    (input, context) -> {
                        OperationEnv env = context.env();
                        for (int i = 0; i < 100; i++) {
                            env.subscribe("inner.watch", input).next();
                            context.onCancel(() -> {}).close();
                        }
                        await().until(() -> registry.openSubscriptions() == 0);
                        return env.open();
                    });
            CallBuilder context = Call.builder().cancellation(cancellation);

            assertThat(registry.execute(context.to("outer.call", NOTHING)).data())
                    .isEqualTo(json("0"));
        }

        @Test
        void anEnvIsOfNoUseAfterItsCall() {
            AtomicReference<OperationEnv> kept = new AtomicReference<>();
            outer(
                    (input, context) -> {
                        kept.set(context.env());
                        return null;
                    });
            registry.register(INNER, NestedCallTest.this::remember);
            registry.execute("outer.call", NOTHING);
            OperationEnv env = Objects.requireNonNull(kept.get());

            assertThat(failure(() -> env.call("inner.call", NOTHING)).toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'ABORTED','message':'the call that would call"
                                            + " inner.call is over'}"));
            assertThat(failure(() -> env.subscribe("inner.watch", NOTHING)).code())
                    .isEqualTo("ABORTED");
        }
    }
}
