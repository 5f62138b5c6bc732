package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

class HubServingTest {
    private final Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
    private final HubClient client = HubClient.of(hub);

    @AfterEach
    void stop() {
        client.close();
        hub.close();
    }

    @Test
    void anOperationIsCalledOverRest() throws Exception {
        var response = client.call("test.square", "{\"n\": 7}");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("49");
        assertThat(response.headers().firstValue("X-Operation-Id")).contains("test.square");
    }

    @Test
    void everythingIsListedWithTheSourceItComesFrom() throws Exception {
        JsonNode listing = client.json("/operations");

        assertThat(listing.get("operations").findValuesAsString("id"))
                .contains("test.echo", "test.count")
                .doesNotContain("test.secret");
        assertThat(listing.at("/operations/0/source").asString()).isEqualTo("test");
        assertThat(listing.get("sources"))
                .isEqualTo(
                        Json.parse(
                                """
                                [{"name": "test", "kind": "provider", "state": "ready",
                                  "operations": 10}]
                                """));
    }

    @Test
    void healthTellsThatItIsReady() throws Exception {
        assertThat(client.json("/health/live").get("status").asString()).isEqualTo("live");
        assertThat(client.json("/health/ready").get("status").asString()).isEqualTo("ready");
    }

    @Test
    void callsAreMeasured() throws Exception {
        client.call("test.square", "{\"n\": 7}");
        client.call("test.square", "{}");
        client.call("no.such", "{}");

        String metrics = client.get("/metrics").body();

        assertThat(metrics)
                .contains(
                        "operations_calls_seconds_count{hub=\"hub\",operation=\"test.square\",outcome=\"ok\",source=\"test\",type=\"query\"}"
                            + " 1")
                .contains(
                        "operations_calls_seconds_count{hub=\"hub\",operation=\"test.square\",outcome=\"VALIDATION_ERROR\",source=\"test\",type=\"query\"}"
                            + " 1")
                .contains(
                        "operations_calls_seconds_count{hub=\"hub\",operation=\"unknown\",outcome=\"OPERATION_NOT_FOUND\"")
                .contains("operations_calls_active{hub=\"hub\"} 0")
                .contains(
                        "operations_sources{hub=\"hub\",kind=\"provider\",source=\"test\",state=\"ready\"}"
                            + " 1")
                .contains(
                        "operations_sources{hub=\"hub\",kind=\"provider\",source=\"test\",state=\"failed\"}"
                            + " 0")
                .contains(
                        "operations_source_operations{hub=\"hub\",kind=\"provider\",source=\"test\"}"
                            + " 10")
                .contains("jvm_memory_used_bytes");
    }

    @Test
    void theMetersOfAnOperationStayWhenItGoes() throws Exception {
        hub.registry().register(OperationSpec.query("x.brief").build(), (in, context) -> in);
        client.call("x.brief", "{}");
        assertThat(client.get("/metrics").body()).contains("x.brief");

        hub.registry().remove("x.brief");

        assertThat(client.get("/metrics").body()).contains("x.brief");
    }

    @Test
    void aLinkIsServedOnTheSamePort() {
        try (Peer peer = HubFixtures.linked(hub, "", OperationRegistry.create())) {
            assertThat(peer.call("test.square", Json.parse("{\"n\": 3}")).data().intValue())
                    .isEqualTo(9);
            try (Subscription<JsonNode> items =
                    peer.subscribe("test.count", Json.parse("{\"count\": 4}"))) {
                assertThat(items.stream().map(item -> item.data().intValue()))
                        .containsExactly(0, 1, 2, 3);
            }
        }
    }

    @Test
    void whatALinkedPeerOffersIsServedWhileItIsConnected() throws Exception {
        OperationRegistry spoke = OperationRegistry.create();
        spoke.register(OperationSpec.query("spoke.hello").build(), (in, context) -> "hello");

        try (Peer peer = HubFixtures.linked(hub, "", spoke)) {
            await().until(() -> hub.registry().find("spoke.hello").isPresent());
            assertThat(client.call("spoke.hello", "{}").body()).isEqualTo("\"hello\"");
        }

        await().until(() -> client.call("spoke.hello", "{}").statusCode() == 503);
        assertThat(client.call("spoke.hello", "{}").body()).contains("UNAVAILABLE");
    }

    @Test
    void aPortThatIsTakenIsSaid() {
        HubConfig same =
                hub.config().withListen(hub.config().listen().withPort(hub.uri().getPort()));
        try (Hub second = Hub.of(same)) {
            assertThatThrownBy(second::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "cannot listen on 127.0.0.1:%d: Address already in use"
                                    .formatted(hub.uri().getPort()));
        }
    }

    @Test
    void startingTwiceIsRefused() {
        assertThatThrownBy(hub::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the hub was started or closed before");
    }

    @Test
    void onlyTheGatewaysThatAreAskedForAreThere() throws Exception {
        try (Hub quiet = HubFixtures.started("gateways: [rest]\n" + HubFixtures.TEST_SOURCE);
                HubClient other = HubClient.of(quiet)) {
            assertThat(other.get("/metrics").statusCode()).isEqualTo(404);
            assertThat(other.get("/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theGaugesOfASourceGoWithIt() throws Exception {
        assertThat(client.get("/metrics").body()).contains("source=\"test\"");

        hub.reload(HubFixtures.config(""));

        assertThat(client.get("/metrics").body())
                .doesNotContain("operations_sources{")
                .doesNotContain("operations_source_operations{");
    }

    @Test
    void withoutGatewaysItKeepsItsJvmAliveUntilItIsClosed() {
        long before = keepers();
        Hub silent = HubFixtures.started("gateways: []\n" + HubFixtures.TEST_SOURCE);
        assertThat(keepers()).isEqualTo(before + 1);

        silent.close();

        await().until(() -> keepers() == before);
    }

    private static long keepers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("operations-hub"))
                .filter(thread -> !thread.isDaemon())
                .count();
    }

    @Test
    void withoutGatewaysItRunsButDoesNotListen() {
        try (Hub silent = HubFixtures.started("gateways: []\n" + HubFixtures.TEST_SOURCE)) {
            assertThat(silent.registry().execute("test.answer", Json.parse("{}")).data().asString())
                    .isEqualTo("42");
            assertThatThrownBy(silent::uri)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the hub does not listen: its config has no gateways");
        }
    }
}
