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

    private static OperationContext within(Duration timeout) {
        return OperationContext.builder().timeout(timeout).build();
    }

    @Test
    void aTimeoutRunsOnTheClockOfTheRegistry() {
        assertThat(failure(() -> registry.execute("a.waits", NOTHING, within(MINUTE))).code())
                .isEqualTo("TIMEOUT");
    }

    @Test
    void aContextThatIsKeptGivesEachCallItsWholeTime() {
        OperationContext kept = within(MINUTE);

        assertThat(registry.execute("a.left", NOTHING, kept).data().longValue())
                .isEqualTo(MINUTE.toMillis());
        clock.advance(Duration.ofDays(1));

        assertThat(registry.execute("a.left", NOTHING, kept).data().longValue())
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

        assertThat(registry.execute("a.outer", NOTHING, within(MINUTE)).data().longValue())
                .isEqualTo(40_000);
    }

    @Test
    void anEnvCountsFromWhenItIsBuilt() {
        OperationEnv env = registry.buildEnv(within(MINUTE));
        clock.advance(Duration.ofSeconds(20));

        assertThat(env.call("a.left", NOTHING).data().longValue()).isEqualTo(40_000);
    }

    @Test
    void theLastOfTimeoutAndDeadlineCounts() {
        Instant deadline = clock.now().plusSeconds(5);
        OperationContext byDeadline =
                OperationContext.builder().timeout(MINUTE).deadline(deadline).build();
        OperationContext byTimeout =
                OperationContext.builder().deadline(deadline).timeout(MINUTE).build();

        assertThat(registry.execute("a.left", NOTHING, byDeadline).data().longValue())
                .isEqualTo(5_000);
        assertThat(registry.execute("a.left", NOTHING, byTimeout).data().longValue())
                .isEqualTo(60_000);
    }

    @Test
    void aTimeoutMayBeLongerThanTime() {
        for (Duration ages : new Duration[] {LONGEST, ChronoUnit.FOREVER.getDuration()}) {
            assertThat(registry.execute("a.left", NOTHING, within(ages)).data().longValue())
                    .isGreaterThan(Duration.ofDays(365_000).toMillis());
            assertThat(within(ages).deadline()).isPresent();
        }
    }

    @Test
    void noTimeAtAllIsATimeout() {
        assertThat(failure(() -> registry.execute("a.left", NOTHING, within(Duration.ZERO))).code())
                .isEqualTo("TIMEOUT");
        assertThat(
                        failure(
                                        () ->
                                                registry.execute(
                                                        "a.left",
                                                        NOTHING,
                                                        within(LONGEST.negated())))
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
        OperationContext patient = OperationContext.builder().idleTimeout(LONGEST).build();

        try (Subscription<JsonNode> stream = registry.subscribe("a.two", NOTHING, patient)) {
            assertThat(stream.stream().map(item -> item.data().intValue())).containsExactly(1, 2);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperationContext.builder().idleTimeout(Duration.ZERO))
                .withMessage("idleTimeout should be more than nothing but is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperationRegistry.builder().idleTimeout(Duration.ofMillis(-1)));
    }
}
