package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.stream.IntStream;

class RetryPauseTest {
    private final RetryPause pause = new RetryPause(Duration.ofMillis(500), Duration.ofSeconds(30));

    @Test
    void itDoublesWithEachFailureUpToTheLongest() {
        assertThat(IntStream.range(0, 9).mapToLong(pause::mostMillis))
                .containsExactly(
                        500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L, 30_000L);
        assertThat(pause.mostMillis(Integer.MAX_VALUE)).isEqualTo(30_000);
    }

    @Test
    void chanceTakesUpToHalfOfIt() {
        for (int failures = 0; failures < 20; failures++) {
            long most = pause.mostMillis(failures);
            assertThat(pause.millis(failures)).isBetween(most / 2, most);
        }
    }
}
