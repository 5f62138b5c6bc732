package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

/** Hubs that serve only some of what they could. */
class HubGatewaysTest {
    private static Hub serving(String gateway) {
        return HubFixtures.started("gateways: [" + gateway + "]\n" + HubFixtures.TEST_SOURCE);
    }

    @Test
    void linksAloneServeNothingElse() throws Exception {
        try (Hub hub = serving("link");
                HubClient client = HubClient.of(hub);
                Peer peer = HubFixtures.linked(hub, "", OperationRegistry.create())) {
            assertThat(peer.call("test.square", Json.parse("{\"n\": 3}")).data().intValue())
                    .isEqualTo(9);
            assertThat(client.get("/operations").statusCode()).isEqualTo(404);
            assertThat(client.get("/health/ready").statusCode()).isEqualTo(404);
            assertThat(client.get("/metrics").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void metricsAloneServeNothingElse() throws Exception {
        try (Hub hub = serving("metrics");
                HubClient client = HubClient.of(hub)) {
            assertThat(client.get("/metrics").body()).contains("operations_sources");
            assertThat(client.get("/operations").statusCode()).isEqualTo(404);
            assertHasNoLink(hub);
        }
    }

    @Test
    void restAloneHasNeitherLinksNorMetrics() throws Exception {
        try (Hub hub = serving("rest");
                HubClient client = HubClient.of(hub)) {
            assertThat(client.call("test.square", "{\"n\": 3}").body()).isEqualTo("9");
            assertThat(client.get("/metrics").statusCode()).isEqualTo(404);
            assertHasNoLink(hub);
        }
    }

    private static void assertHasNoLink(Hub hub) throws Exception {
        assertThat(
                        RawClient.answer(
                                hub,
                                "GET /link HTTP/1.1",
                                "Host: localhost",
                                "Connection: Upgrade, close",
                                "Upgrade: websocket",
                                "Sec-WebSocket-Version: 13",
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
                .startsWith("HTTP/1.1 404 ");
    }
}
