package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.net.http.HttpResponse;
import java.util.Map;

class HubAccessTest {
    private static final String ANN = HubFixtures.token("ann", "ann-token", "secret:read");
    private static final String BOB = HubFixtures.token("bob", "bob-token");
    private static final String SPOKE = HubFixtures.token("spoke", "spoke-token", "hub:offer");
    private static final JsonNode EMPTY = Json.parse("{}");

    private final Hub hub =
            HubFixtures.started("tokens:\n" + ANN + BOB + SPOKE + HubFixtures.TEST_SOURCE);
    private final HubClient nobody = HubClient.of(hub);
    private final HubClient ann = nobody.with("ann-token");
    private final HubClient bob = nobody.with("bob-token");

    @AfterEach
    void stop() {
        nobody.close();
        ann.close();
        bob.close();
        hub.close();
    }

    private Peer linked(String token) {
        return HubFixtures.linked(hub, token, OperationRegistry.create());
    }

    @Test
    void aTokenTellsWhoCallsOverRest() throws Exception {
        assertThat(ann.call("test.caller", "{}").body()).isEqualTo("\"ann\"");
        assertThat(bob.call("test.caller", "{}").body()).isEqualTo("\"bob\"");
    }

    @Test
    void aTokenTellsWhoCallsOverALink() {
        try (Peer peer = linked("bob-token")) {
            assertThat(peer.call("test.caller", EMPTY).data().asString()).isEqualTo("bob");
        }
    }

    @Test
    void aMissingTokenIsAskedFor() throws Exception {
        HttpResponse<String> response = nobody.call("test.echo", "{}");

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"operations\"");
        JsonNode problem = Json.parse(response.body());
        assertThat(problem.get("detail").asString())
                .isEqualTo("a token is needed: Authorization: Bearer …");
        assertThat(problem.get("code").asString()).isEqualTo("ACCESS_DENIED");
        assertThatThrownBy(() -> linked(""))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("401");
    }

    @Test
    void aWrongTokenIsRefusedAndAppearsNowhere() throws Exception {
        try (CapturedLog log = new CapturedLog();
                HubClient stranger = nobody.with("wrong-5ecret")) {
            HttpResponse<String> response = stranger.call("test.echo", "{}");

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate"))
                    .contains("Bearer realm=\"operations\", error=\"invalid_token\"");
            assertThat(Json.parse(response.body()).get("detail").asString())
                    .isEqualTo("the token is not known here");
            assertThat(response.body() + response.headers()).doesNotContain("5ecret");
            assertThatThrownBy(() -> linked("wrong-5ecret"))
                    .hasMessageContaining("401")
                    .hasMessageNotContaining("5ecret");
            assertThat(log.text()).doesNotContain("5ecret");
        }
    }

    @Test
    void aTokenInAnotherSchemeIsNoToken() throws Exception {
        assertThat(nobody.call("test.echo", "{}", "Authorization", "Basic ann-token").statusCode())
                .isEqualTo(401);
        assertThat(nobody.call("test.echo", "{}", "Authorization", "bearer ann-token").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aMissingScopeIsForbiddenInEveryWay() throws Exception {
        HttpResponse<String> response = bob.call("test.secret", "{}");
        assertThat(response.headers().firstValue("WWW-Authenticate").orElse(""))
                .startsWith("Bearer realm=\"operations\", error=\"insufficient_scope\", scope=");

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(Json.parse(response.body()).get("code").asString()).isEqualTo("ACCESS_DENIED");
        assertThat(ann.call("test.secret", "{}").body()).isEqualTo("\"secret\"");
        try (Peer peer = linked("bob-token")) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> peer.call("test.secret", EMPTY))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("ACCESS_DENIED"));
        }
    }

    @Test
    void aListingShowsWhatTheCallerMayUse() throws Exception {
        assertThat(ann.json("/operations").get("operations").findValuesAsString("id"))
                .contains("test.secret");
        assertThat(bob.json("/operations").get("operations").findValuesAsString("id"))
                .contains("test.echo")
                .doesNotContain("test.secret");
        try (Peer peer = linked("bob-token")) {
            assertThat(peer.operations())
                    .extracting(OperationSpec::id)
                    .contains("test.echo")
                    .doesNotContain("test.secret");
        }
    }

    @Test
    void healthIsOpenAndMetricsAreNot() throws Exception {
        assertThat(nobody.get("/health/live").statusCode()).isEqualTo(200);
        assertThat(nobody.get("/health/ready").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = nobody.get("/metrics");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"operations\"");
        assertThat(bob.get("/metrics").statusCode()).isEqualTo(403);
    }

    private void reloadWithTokens(String tokens) {
        hub.reload(HubFixtures.config("tokens:\n" + tokens + HubFixtures.TEST_SOURCE));
    }

    @Test
    void otherTokensCountAfterAReload() throws Exception {
        reloadWithTokens(ANN + HubFixtures.token("bob", "new-token", "secret:read"));

        assertThat(bob.call("test.echo", "{}").statusCode()).isEqualTo(401);
        try (HubClient newBob = nobody.with("new-token")) {
            assertThat(newBob.call("test.secret", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void linksAndStreamsOfATokenThatIsTakenBackEnd() throws Exception {
        try (Peer annsLink = linked("ann-token");
                Peer bobsLink = linked("bob-token");
                BufferedReader annsStream = ann.stream("test.endless", "{}");
                BufferedReader bobsStream = bob.stream("test.endless", "{}")) {
            assertThat(annsStream.readLine()).isNotNull();
            assertThat(bobsStream.readLine()).isNotNull();

            reloadWithTokens(ANN + SPOKE);

            assertThat(bobsStream.lines().toList())
                    .contains("event: error")
                    .anyMatch(line -> line.contains("the token is no longer accepted"));
            await().until(() -> !bobsLink.isUp());
            assertThat(annsLink.call("test.caller", EMPTY).data().asString()).isEqualTo("ann");
            assertThat(hub.registry().openSubscriptions()).isOne();
        }
    }

    @Test
    void whoMayOfferIsCalledByOthers() throws Exception {
        try (Peer offering = HubFixtures.linked(hub, "spoke-token", offering("spoke.hello"))) {
            await().until(() -> hub.registry().find("spoke.hello").isPresent());

            assertThat(bob.call("spoke.hello", "{}").body()).isEqualTo("\"hello\"");
            assertThat(offering.isUp()).isTrue();
        }
    }

    @Test
    void aSpokeCannotTakeTheHubsOwnOperations() throws Exception {
        try (Peer spoke =
                HubFixtures.linked(hub, "spoke-token", offering("test.caller", "spoke.x"))) {
            await().until(() -> hub.registry().find("spoke.x").isPresent());

            assertThat(bob.call("test.caller", "{}").body()).isEqualTo("\"bob\"");
            assertThat(spoke.isUp()).isTrue();
        }
    }

    private static OperationRegistry offering(String... ids) {
        OperationRegistry registry = OperationRegistry.create();
        for (String id : ids) {
            registry.register(OperationSpec.query(id).build(), (in, context) -> "hello");
        }
        return registry;
    }

    @Test
    void tokensAppearInNoListing() throws Exception {
        for (String path :
                new String[] {"/operations", "/openapi.json", "/health/ready", "/metrics"}) {
            assertThat(ann.get(path).body())
                    .as(path)
                    .doesNotContain("ann-token")
                    .doesNotContain(TokenHash.of("ann-token").text().substring(7));
        }
        assertThat(Map.of("config", hub.config()).toString()).doesNotContain("ann-token");
    }
}
