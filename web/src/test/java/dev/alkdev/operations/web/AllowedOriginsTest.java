package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedOriginsTest {
    @ParameterizedTest
    @CsvSource({
        "https://app.example, https://app.example, true",
        "https://APP.example, https://app.example, true",
        "HTTPS://app.example, https://app.EXAMPLE, true",
        "https://app.example:443, https://app.example, true",
        "http://localhost:5173, http://localhost:5173, true",
        "https://app.example, http://app.example, false",
        "https://app.example, https://app.example:8443, false",
        "https://app.example, https://app.example.evil, false",
        "https://app.example, https://app.example/, false",
        "https://app.example, null, false",
        "https://app.example, a b, false"
    })
    void schemeHostAndPortAreCompared(String allowed, String origin, boolean allows) {
        assertThat(AllowedOrigins.of(allowed).allows(origin)).isEqualTo(allows);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "app.example",
                "https://app.example/",
                "ftp://a",
                "null",
                "a b",
                "https://u@a"
            })
    void whatIsNoOriginIsRefused(String origin) {
        assertThatThrownBy(() -> AllowedOrigins.of(origin))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "an origin should be as https://app.example or http://localhost:5173 but"
                                + " is \""
                                + origin
                                + "\"");
    }

    @Test
    void theServersOwnPagesAreToldByHostAndPort() {
        assertThat(AllowedOrigins.isOwn("https://hub.example:8080", "HUB.example:8080")).isTrue();
        assertThat(AllowedOrigins.isOwn("https://hub.example", "hub.example:8080")).isFalse();
        assertThat(AllowedOrigins.isOwn("https://hub.example", null)).isFalse();
        assertThat(AllowedOrigins.isOwn("a b", "a")).isFalse();
    }

    @Test
    void anywhereIsAnywhere() {
        assertThat(AllowedOrigins.anywhere().allows("null")).isTrue();
    }
}
