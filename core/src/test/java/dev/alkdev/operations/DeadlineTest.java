package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

@ExtendWith(LeakCheck.class)
class DeadlineTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final HandDrivenClock clock = new HandDrivenClock();
    private OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void useTheClock(LeakCheck leaks) {
        registry = leaks.watch(OperationRegistry.builder().time(clock).build());
    }

    private CallBuilder in(Duration time) {
        return Call.builder().deadline(clock.now().plus(time));
    }

    private CallException timeout(OperationHandler handler) {
        registry.replace(OperationBinding.of(query("a.slow"), handler));
        return failure(() -> registry.execute(in(SECOND).to("a.slow", NOTHING)));
    }

    @Test
    void expiryInterruptsTheHandler() {
        CallException timeout =
                timeout(
                        (input, context) -> {
                            clock.advance(SECOND);
                            waitForInterrupt();
                            return "too late";
                        });

        assertThat(timeout.toJson())
                .isEqualTo(
                        json("{'code':'TIMEOUT','message':'a.slow did not end by its deadline'}"));
        assertThat(timeout).hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(clock.pending()).isZero();
    }

    @Test
    void aHandlerThatDoesNotHeedTheInterruptIsTooLateAllTheSame() {
        CallException timeout =
                timeout(
                        (input, context) -> {
                            clock.advance(SECOND);
                            assertThat(context.cancelled()).isTrue();
                            return "too late";
                        });

        assertThat(timeout.code()).isEqualTo("TIMEOUT");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void anExceptionAfterExpiryIsATimeoutAndNotLogged() {
        try (LogCapture log = new LogCapture()) {
            CallException timeout =
                    timeout(
                            (input, context) -> {
                                clock.advance(SECOND);
                                throw new IllegalStateException("connection reset");
                            });

            assertThat(timeout.code()).isEqualTo("TIMEOUT");
            assertThat(log.text()).isEmpty();
        }
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aDeadlineThatHasPassedStopsTheCallBeforeItBegins() {
        AtomicBoolean ran = new AtomicBoolean();
        registry.register(query("a.slow"), (input, context) -> ran.getAndSet(true));

        CallException timeout =
                failure(() -> registry.execute(in(Duration.ZERO).to("a.slow", NOTHING)));

        assertThat(timeout.code()).isEqualTo("TIMEOUT");
        assertThat(ran).isFalse();
        assertThat(clock.pending()).isZero();
    }

    @Test
    void aCallThatEndsInTimeTakesItsTimerBack() {
        Instant deadline = clock.now().plus(SECOND);
        registry.register(
                query("a.quick"),
                (input, context) -> {
                    assertThat(clock.pending()).isEqualTo(1);
                    clock.advance(Duration.ofMillis(400));
                    assertThat(context.deadline()).contains(deadline);
                    assertThat(context.remaining()).contains(Duration.ofMillis(600));
                    return "done";
                });

        assertThat(registry.execute(in(SECOND).to("a.quick", NOTHING)).data().stringValue())
                .isEqualTo("done");
        assertThat(clock.pending()).isZero();
        clock.advance(SECOND);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void thereIsNoTimerWithoutADeadline() {
        registry.register(query("a.quick"), (input, context) -> clock.pending());

        assertThat(registry.execute("a.quick", NOTHING).data().intValue()).isZero();
    }

    @Test
    void theTimeLeftIsNeverNegative() {
        long past = in(Duration.ofDays(-4000)).to("a.b", NOTHING).deadlineFrom(clock);

        assertThat(Deadlines.left(past, clock)).isEqualTo(Duration.ZERO);
    }

    @Test
    void theMachinesClockInterruptsToo(LeakCheck leaks) {
        OperationRegistry real = leaks.watch(OperationRegistry.create());
        real.register(
                query("a.slow"),
                (input, context) -> {
                    waitForInterrupt();
                    return null;
                });
        CallBuilder soon = Call.builder().timeout(Duration.ofMillis(20));

        assertThat(failure(() -> real.execute(soon.to("a.slow", NOTHING))).code())
                .isEqualTo("TIMEOUT");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void tenThousandDeadlinesLeaveNothingInTheTimer(LeakCheck leaks) {
        HandDrivenClock clock = new HandDrivenClock();
        OperationRegistry real = leaks.watch(OperationRegistry.builder().time(clock).build());
        real.register(query("a.quick"), (input, context) -> null);
        CallBuilder later = Call.builder().timeout(Duration.ofHours(1));

        for (int i = 0; i < 10_000; i++) {
            real.execute(later.to("a.quick", NOTHING));
        }

        assertThat(clock.pending()).isZero();
    }

    @Test
    void aDeadlineFarAwayIsNoProblem(LeakCheck leaks) {
        OperationRegistry real = leaks.watch(OperationRegistry.create());
        real.register(query("a.quick"), (input, context) -> 1);
        CallBuilder context = Call.builder().deadline(Instant.ofEpochMilli(Long.MAX_VALUE - 1));

        assertThat(real.execute(context.to("a.quick", NOTHING)).data().intValue()).isEqualTo(1);
    }

    @Test
    void aDeadlineLongBeforeAllTimesHasPassed() {
        registry.register(query("a.quick"), (input, context) -> "too late");
        for (Instant past : List.of(Instant.MIN, Instant.ofEpochMilli(Long.MIN_VALUE))) {
            CallBuilder context = Call.builder().deadline(past);
            assertThat(failure(() -> registry.execute(context.to("a.quick", NOTHING))).code())
                    .isEqualTo("TIMEOUT");
        }
    }

    @Test
    void aDeadlineLongAfterAllTimesIsStillOne() {
        registry.register(query("a.quick"), (input, context) -> context.deadline().isPresent());
        for (Instant late : List.of(Instant.MAX, Instant.ofEpochMilli(Long.MAX_VALUE))) {
            CallBuilder context = Call.builder().deadline(late);
            assertThat(registry.execute(context.to("a.quick", NOTHING)).data())
                    .isEqualTo(json("true"));
        }
        assertThat(clock.pending()).isZero();
    }
}
