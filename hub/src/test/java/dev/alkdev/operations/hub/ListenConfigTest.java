package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.base.Durations;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.time.Duration;

class ListenConfigTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:7700,127.0.0.1,7700",
        "localhost:0,localhost,0",
        "[::1]:65535,::1,65535",
        "hub.example:80,hub.example,80"
    })
    void isReadFromText(String text, String host, int port) {
        assertThat(ListenConfig.parse(text)).isEqualTo(new ListenConfig(host, port, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7700", ":7700", "a", "a:", "a:b", "a:65536", "::1:7700", "a b:1"})
    void isRefusedWithoutHostAndPort(String text) {
        assertThatThrownBy(() -> ListenConfig.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "an address to listen on is host:port, as in 127.0.0.1:7700, not \""
                                + text
                                + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "::1", "0::1"})
    void isLoopbackIfOnlyThisMachineCanConnect(String host) {
        assertThat(HubConfig.defaults().listen().withHost(host).isLoopback()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "::",
                "10.0.0.1",
                "localhost.example",
                "127.0.0.1.example",
                "999.1.1.1",
                ":::",
                "hub"
            })
    void isNotLoopbackOtherwise(String host) {
        assertThat(HubConfig.defaults().listen().withHost(host).isLoopback()).isFalse();
    }

    @Test
    void hasAPort() {
        assertThatThrownBy(() -> HubConfig.defaults().listen().withPort(70_000))
                .hasMessage("port should be 0 to 65535 but is 70000");
        assertThatThrownBy(() -> HubConfig.defaults().listen().withHost(" "))
                .hasMessage("host should be a name or an address but is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "250ms,PT0.25S",
        "10s,PT10S",
        "1.5s,PT1.5S",
        "0.001ms,PT0.000001S",
        "5m,PT5M",
        "1h,PT1H",
        "2d,PT48H",
        "0s,PT0S",
        "999999999d,PT23999999976H"
    })
    void durationsHaveUnits(String text, Duration duration) {
        assertThat(Durations.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1 s", "1S", "1w", "1.s", "1e3s", "9999999999s"})
    void otherTextsAreNoDurations(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @Test
    void numbersAreSeconds() {
        assertThat(Durations.ofSeconds(new BigDecimal("1.5"))).contains(Duration.ofMillis(1500));
        assertThat(Durations.ofSeconds(new BigDecimal("-1"))).isEmpty();
        assertThat(Durations.ofSeconds(new BigDecimal("1e99"))).isEmpty();
    }
}
