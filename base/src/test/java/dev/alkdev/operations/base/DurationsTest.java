package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.time.Duration;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "250ms,PT0.25S",
        "10s,PT10S",
        "1.5s,PT1.5S",
        "0.001ms,PT0.000001S",
        "0.123456789s,PT0.123456789S",
        "5m,PT5M",
        "1h,PT1H",
        "2d,PT48H",
        "0s,PT0S",
        "999999999d,PT23999999976H"
    })
    void durationsHaveUnits(String text, Duration duration) {
        assertThat(Durations.parse(text)).contains(duration);
        assertThat(Durations.parseSeconds(text)).contains(duration);
        assertThat(text).matches(Durations.PATTERN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "10", "s", "-1s", "1 s", "1S", "1w", "1.s", "1e3s", "9999999999s", "٣s"})
    void otherTextsAreNoDurations(String text) {
        assertThat(Durations.parse(text)).isEmpty();
        assertThat(text).doesNotMatch(Durations.PATTERN);
    }

    @Test
    void aNumberIsSecondsWhereThatIsSaid() {
        assertThat(Durations.parseSeconds("5")).contains(Duration.ofSeconds(5));
        assertThat(Durations.parseSeconds("1.5")).contains(Duration.ofMillis(1500));
        assertThat(Durations.parseSeconds("-5")).isEmpty();
        assertThat(Durations.parseSeconds("")).isEmpty();
    }

    @Test
    void numbersAreSeconds() {
        assertThat(Durations.ofSeconds(new BigDecimal("1.5"))).contains(Duration.ofMillis(1500));
        assertThat(Durations.ofSeconds(new BigDecimal("-1"))).isEmpty();
        assertThat(Durations.ofSeconds(new BigDecimal("1e99"))).isEmpty();
    }

    @Test
    void aTimeoutIsLongerThanNothing() {
        assertThat(Durations.requirePositive("grace", Duration.ofMillis(1)))
                .isEqualTo(Duration.ofMillis(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.requirePositive("grace", Duration.ZERO))
                .withMessage("grace should be positive but is PT0S");
    }

    @Test
    void theDefaultTimeoutIsWhatConfigsRead() {
        assertThat(Durations.parse(Deadlines.DEFAULT_TIMEOUT_TEXT))
                .contains(Deadlines.DEFAULT_TIMEOUT);
    }
}
