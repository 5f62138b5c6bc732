package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    @Test
    void itDoublesWithEachFailureUpToTheLongest() {
        assertThat(IntStream.range(1, 10).mapToLong(it -> backoff.most(it).toMillis()))
                .containsExactly(
                        500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L, 30_000L);
        assertThat(backoff.most(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(30));
        assertThat(backoff.most(0)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void jitterTakesUpToHalfOfIt() {
        Set<Duration> delays = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            Duration delay = backoff.after(3);
            assertThat(delay).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
            delays.add(delay);
        }
        assertThat(delays).hasSizeGreaterThan(100);
    }

    @Test
    void aLongestDelayBelowTheFirstIsTheDelay() {
        Backoff capped = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(1));

        assertThat(capped.most(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(capped.most(9)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void noDelayStaysNoDelay() {
        assertThat(new Backoff(Duration.ZERO, Duration.ofSeconds(9)).after(7)).isZero();
        assertThat(new Backoff(Duration.ZERO, Duration.ZERO).after(7)).isZero();
    }

    @Test
    void aNegativeDelayIsRefused() {
        assertThatThrownBy(() -> new Backoff(Duration.ofMillis(-1), Duration.ZERO))
                .hasMessage("delays should not be negative but are PT-0.001S and PT0S");
    }
}
