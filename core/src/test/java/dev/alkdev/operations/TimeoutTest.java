package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

@ExtendWith(LeakCheck.class)
class TimeoutTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    private final HandDrivenClock clock = new HandDrivenClock();
    private OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void useTheClock(LeakCheck leaks) {
        registry = leaks.watch(OperationRegistry.builder().time(clock).build());
        registry.register(
                query("a.waits"),
                (input, context) -> {
                    clock.advance(MINUTE);
                    waitForInterrupt();
                    return null;
                });
        registry.register(
                query("a.left"), (input, context) -> context.remaining().orElseThrow().toMillis());
    }

    private static CallBuilder within(Duration timeout) {
        return Call.builder().timeout(timeout);
    }

    @Test
    void aTimeoutRunsOnTheClockOfTheRegistry() {
        assertThat(failure(() -> registry.execute(within(MINUTE).to("a.waits", NOTHING))).code())
                .isEqualTo("TIMEOUT");
    }

    @Test
    void aContextThatIsKeptGivesEachCallItsWholeTime() {
        CallBuilder kept = within(MINUTE);

        assertThat(registry.execute(kept.to("a.left", NOTHING)).data().longValue())
                .isEqualTo(MINUTE.toMillis());
        clock.advance(Duration.ofDays(1));

        assertThat(registry.execute(kept.to("a.left", NOTHING)).data().longValue())
                .isEqualTo(MINUTE.toMillis());
    }

    @Test
    void nestedCallsShareTheTimeOfTheFirst() {
        registry.register(
                query("a.outer"),
                (input, context) -> {
                    clock.advance(Duration.ofSeconds(20));
                    return context.env().call("a.left", input);
                });

        assertThat(registry.execute(within(MINUTE).to("a.outer", NOTHING)).data().longValue())
                .isEqualTo(40_000);
    }

    @Test
    void nestedCallsHaveNoTimerThoughTheyAreObserved(LeakCheck leaks) {
        OperationRegistry observed =
                leaks.watch(
                        OperationRegistry.builder()
                                .time(clock)
                                .observer(call -> ended -> {})
                                .build());
        observed.register(query("a.inner"), (input, context) -> clock.pending());
        observed.register(
                query("a.outer"), (input, context) -> context.env().call("a.inner", input));

        assertThat(observed.execute(within(MINUTE).to("a.outer", NOTHING)).data().intValue())
                .isEqualTo(1);
    }

    @Test
    void anEnvCountsFromWhenItIsBuilt() {
        OperationEnv env = registry.buildEnv(within(MINUTE).to("a.outer", NOTHING));
        clock.advance(Duration.ofSeconds(20));

        assertThat(env.call("a.left", NOTHING).data().longValue()).isEqualTo(40_000);
    }

    @Test
    void theLastOfTimeoutAndDeadlineCounts() {
        Instant deadline = clock.now().plusSeconds(5);
        CallBuilder byDeadline = Call.builder().timeout(MINUTE).deadline(deadline);
        CallBuilder byTimeout = Call.builder().deadline(deadline).timeout(MINUTE);

        assertThat(registry.execute(byDeadline.to("a.left", NOTHING)).data().longValue())
                .isEqualTo(5_000);
        assertThat(registry.execute(byTimeout.to("a.left", NOTHING)).data().longValue())
                .isEqualTo(60_000);
    }

    @Test
    void aTimeoutMayBeLongerThanTime() {
        for (Duration ages : new Duration[] {LONGEST, ChronoUnit.FOREVER.getDuration()}) {
            assertThat(registry.execute(within(ages).to("a.left", NOTHING)).data().longValue())
                    .isGreaterThan(Duration.ofDays(365_000).toMillis());
        }
    }

    @Test
    void noTimeAtAllIsATimeout() {
        assertThat(
                        failure(() -> registry.execute(within(Duration.ZERO).to("a.left", NOTHING)))
                                .code())
                .isEqualTo("TIMEOUT");
        assertThat(
                        failure(
                                        () ->
                                                registry.execute(
                                                        within(LONGEST.negated())
                                                                .to("a.left", NOTHING)))
                                .code())
                .isEqualTo("TIMEOUT");
    }

    @Test
    void anIdleTimeoutMayBeLongerThanTimeButNotNothing() {
        registry.register(
                subscription("a.two"),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    clock.advance(Duration.ofDays(1000));
                    emitter.emit(2);
                });
        CallBuilder patient = Call.builder().idleTimeout(LONGEST);

        try (Subscription<JsonNode> stream = registry.subscribe(patient.to("a.two", NOTHING))) {
            assertThat(stream.stream().map(item -> item.data().intValue())).containsExactly(1, 2);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Call.builder().idleTimeout(Duration.ZERO))
                .withMessage("idleTimeout should be positive but is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperationRegistry.builder().idleTimeout(Duration.ofMillis(-1)));
    }
}
