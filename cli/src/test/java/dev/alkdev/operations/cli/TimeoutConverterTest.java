package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.cli.CallCommand.TimeoutConverter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class TimeoutConverterTest {
    private final TimeoutConverter converter = new TimeoutConverter();

    @ParameterizedTest
    @CsvSource({"5, 5000", "5s, 5000", "1.5s, 1500", "250ms, 250", "2m, 120000", "5h, 18000000"})
    void aTimeIsRead(String text, long millis) {
        assertThat(converter.convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1s", "5w", "soon", "0.1ms"})
    void whatIsNoTimeIsRefused(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .hasMessage(
                        "a time looks like 5s, 250ms or 2m and is more than 0, but this is \""
                                + text
                                + "\"");
    }
}
