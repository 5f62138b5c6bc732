package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.config.ConfigException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;

/** What a web page from elsewhere can do to a hub on the machine of whoever looks at it. */
class HubHostTest {
    private static final String TOKENS = "tokens:\n" + HubFixtures.token("ann", "ann-token");

    private static String live(Hub hub, String host) throws IOException {
        return RawClient.answer(
                hub, "GET /health/live HTTP/1.1", "Host: " + host, "Connection: close");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:7700", "localhost.evil.example", "10.0.0.1"})
    void anOpenHubRefusesOtherNames(String host) throws Exception {
        try (Hub hub = HubFixtures.started("")) {
            assertThat(live(hub, host))
                    .startsWith("HTTP/1.1 421")
                    .contains("application/problem+json")
                    .contains("a hub without tokens answers requests for localhost only");
        }
    }

    @Test
    void itSaysThatTheConnectionEndsIfTheBodyIsStillToCome() throws Exception {
        try (Hub hub = HubFixtures.started("")) {
            assertThat(
                            RawClient.answer(
                                    hub,
                                    "POST /operations/test.order HTTP/1.1",
                                    "Host: evil.example",
                                    "Content-Length: 10"))
                    .startsWith("HTTP/1.1 421")
                    .contains("Connection: close");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:1", "app.localhost", "127.0.0.1", "[::1]:7700"})
    void anOpenHubAnswersToItsOwnNames(String host) throws Exception {
        try (Hub hub = HubFixtures.started("")) {
            assertThat(live(hub, host)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void linksAreRefusedAsWell() throws Exception {
        try (Hub hub = HubFixtures.started("")) {
            assertThat(upgrade(hub, "Host: evil.example", "X-Any: 1")).startsWith("HTTP/1.1 421");
            assertThat(upgrade(hub, "Host: localhost", "Origin: https://evil.example"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    private static String upgrade(Hub hub, String host, String header) throws IOException {
        return RawClient.answer(
                hub,
                "GET /link HTTP/1.1",
                host,
                header,
                "Connection: Upgrade, close",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
    }

    @Test
    void pagesFromElsewhereCannotCall() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE)) {
            assertThat(
                            RawClient.answer(
                                    hub,
                                    "POST /operations/test.order HTTP/1.1",
                                    "Host: localhost",
                                    "Origin: https://evil.example",
                                    "Content-Length: 0",
                                    "Connection: close"))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContain("Access-Control-Allow-Origin");
        }
    }

    @Test
    void pagesOfAnOriginInTheConfigMay() throws Exception {
        String cors = "cors: {origins: [\"https://app.example\"]}\n";
        try (Hub hub = HubFixtures.started(cors + HubFixtures.TEST_SOURCE)) {
            assertThat(
                            RawClient.answer(
                                    hub,
                                    "GET /operations/test.answer HTTP/1.1",
                                    "Host: localhost",
                                    "Origin: https://app.example",
                                    "Connection: close"))
                    .startsWith("HTTP/1.1 200")
                    .contains("Access-Control-Allow-Origin: https://app.example");
        }
    }

    @Test
    void aHubWithTokensAnswersToAnyName() throws Exception {
        try (Hub hub = HubFixtures.started(TOKENS)) {
            assertThat(live(hub, "hub.example")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void theCheckFollowsTheTokens() throws Exception {
        try (Hub hub = HubFixtures.started("")) {
            assertThat(live(hub, "evil.example")).startsWith("HTTP/1.1 421");

            hub.reload(HubFixtures.config(TOKENS));
            assertThat(live(hub, "hub.example")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aHubForAllCannotLoseItsTokens() {
        HubConfig open = HubConfig.defaults();
        HubConfig forAll =
                HubFixtures.config(TOKENS)
                        .withListen(open.listen().withHost("0.0.0.0").withPort(0));
        try (Hub hub = Hub.of(forAll)) {
            hub.start();

            assertThatThrownBy(() -> hub.reload(open, "conf/shop.yaml"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "conf/shop.yaml:1:1: the file is empty; if that is intended, restart"
                                    + " the hub");
            assertThat(hub.config()).isEqualTo(forAll);
        }
    }
}
