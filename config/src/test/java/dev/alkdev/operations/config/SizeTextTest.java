package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTextTest {
    @ParameterizedTest
    @CsvSource({"0B,0", "100B,100", "512KiB,524288", "4MiB,4194304", "3GiB,3221225472"})
    void sizesHaveUnits(String text, long bytes) {
        assertThat(SizeText.parse(text)).contains(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "4MB", "4 MiB", "-4MiB", "4mib", "1.5MiB", "9999999999B"})
    void otherTextsAreNoSizes(String text) {
        assertThat(SizeText.parse(text)).isEmpty();
    }
}
