package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;

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

    private OperationContext in(Duration time) {
        return OperationContext.builder().deadline(clock.now().plus(time)).build();
    }

    private CallException timeout(OperationHandler handler) {
        registry.replace(query("a.slow"), handler);
        return failure(() -> registry.execute("a.slow", NOTHING, in(SECOND)));
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
                failure(() -> registry.execute("a.slow", NOTHING, in(Duration.ZERO)));

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

        assertThat(registry.execute("a.quick", NOTHING, in(SECOND)).data().stringValue())
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
        assertThat(in(Duration.ofDays(-4000)).remaining()).contains(Duration.ZERO);
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
        OperationContext soon = OperationContext.builder().timeout(Duration.ofMillis(20)).build();

        assertThat(failure(() -> real.execute("a.slow", NOTHING, soon)).code())
                .isEqualTo("TIMEOUT");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void tenThousandDeadlinesLeaveNothingInTheTimer(LeakCheck leaks) {
        OperationRegistry real = leaks.watch(OperationRegistry.create());
        real.register(query("a.quick"), (input, context) -> null);
        int before = SystemTime.INSTANCE.pending();
        OperationContext later = OperationContext.builder().timeout(Duration.ofHours(1)).build();

        for (int i = 0; i < 10_000; i++) {
            real.execute("a.quick", NOTHING, later);
        }

        assertThat(SystemTime.INSTANCE.pending()).isEqualTo(before);
    }

    @Test
    void aDeadlineFarAwayIsNoProblem(LeakCheck leaks) {
        OperationRegistry real = leaks.watch(OperationRegistry.create());
        real.register(query("a.quick"), (input, context) -> 1);
        OperationContext context =
                OperationContext.builder()
                        .deadline(Instant.ofEpochMilli(Long.MAX_VALUE - 1))
                        .build();

        assertThat(real.execute("a.quick", NOTHING, context).data().intValue()).isEqualTo(1);
    }

    @Test
    void aDeadlineLongBeforeAllTimesHasPassed() {
        registry.register(query("a.quick"), (input, context) -> "too late");
        for (Instant past : List.of(Instant.MIN, Instant.ofEpochMilli(Long.MIN_VALUE))) {
            OperationContext context = OperationContext.builder().deadline(past).build();
            assertThat(failure(() -> registry.execute("a.quick", NOTHING, context)).code())
                    .isEqualTo("TIMEOUT");
            assertThat(context.remaining()).contains(Duration.ZERO);
        }
    }

    @Test
    void aDeadlineLongAfterAllTimesIsStillOne() {
        registry.register(query("a.quick"), (input, context) -> context.deadline().isPresent());
        for (Instant late : List.of(Instant.MAX, Instant.ofEpochMilli(Long.MAX_VALUE))) {
            OperationContext context = OperationContext.builder().deadline(late).build();
            assertThat(registry.execute("a.quick", NOTHING, context).data())
                    .isEqualTo(json("true"));
        }
        assertThat(clock.pending()).isZero();
    }
}
