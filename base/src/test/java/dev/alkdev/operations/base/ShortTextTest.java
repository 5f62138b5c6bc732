package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortTextTest {
    @ParameterizedTest
    @CsvSource({
        "abc,3,abc",
        "abcd,3,abc…",
        "ab😀,4,ab😀",
        "ab😀c,3,ab…",
        "ab😀c,4,ab😀…",
        "abc,0,…"
    })
    void keepsSurrogatePairsWhole(String text, int most, String expected) {
        assertThat(ShortText.of(text, most)).isEqualTo(expected);
    }
}
