package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tokens of an authorization server, in every way into a hub. */
@Timeout(60)
class HubJwtTest {
    private static final JsonNode EMPTY = Json.parse("{}");
    private static final String TOKENS =
            "tokens:\n" + HubFixtures.token("bob", "bob-token", "secret:read");

    @TempDir Path folder;

    private final TestIssuer issuer = new TestIssuer();
    private final Hub hub =
            HubFixtures.started(
                    issuer.config("publicUrl: https://hub.example\n")
                            + TOKENS
                            + HubFixtures.TEST_SOURCE);
    private final HubClient nobody = HubClient.of(hub);
    private final HubClient ann = nobody.with(issuer.token("ann", "secret:read"));
    private final HubClient eve = nobody.with(issuer.token("eve", "other"));

    @AfterEach
    void stop() {
        nobody.close();
        ann.close();
        eve.close();
        hub.close();
        issuer.close();
    }

    private static String challenge(HttpResponse<?> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    private Peer linked(String token) {
        return HubFixtures.linked(hub, token, OperationRegistry.create());
    }

    @Test
    void tellWhoCallsBesideTheTokensOfTheConfig() throws Exception {
        assertThat(ann.call("test.caller", "{}").body()).isEqualTo("\"ann\"");
        assertThat(nobody.with("bob-token").call("test.caller", "{}").body()).isEqualTo("\"bob\"");
        try (Peer peer = linked(issuer.token("cem", ""))) {
            assertThat(peer.call("test.caller", EMPTY).data().asString()).isEqualTo("cem");
        }
        assertThat(issuer.fetches()).isOne();
    }

    @Test
    void grantTheScopesTheyHave() throws Exception {
        assertThat(ann.call("test.secret", "{}").body()).isEqualTo("\"secret\"");
        HttpResponse<String> refused = eve.call("test.secret", "{}");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(challenge(refused))
                .isEqualTo(
                        "Bearer realm=\"operations\","
                            + " resource_metadata=\"https://hub.example/.well-known/oauth-protected-resource\","
                            + " error=\"insufficient_scope\", scope=\"secret:read\"");
        assertThat(ann.json("/operations").get("operations").findValuesAsString("id"))
                .contains("test.secret");
        assertThat(eve.json("/operations").get("operations").findValuesAsString("id"))
                .contains("test.echo")
                .doesNotContain("test.secret");
        try (Peer peer = linked(issuer.token("eve", ""))) {
            assertThat(peer.operations())
                    .extracting(OperationSpec::id)
                    .contains("test.echo")
                    .doesNotContain("test.secret");
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> peer.call("test.secret", EMPTY));
        }
    }

    @Test
    void leadCallersWithoutOneToTheAuthorizationServer() throws Exception {
        HttpResponse<String> refused = nobody.call("test.echo", "{}");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(challenge(refused))
                .isEqualTo(
                        "Bearer realm=\"operations\","
                            + " resource_metadata=\"https://hub.example/.well-known/oauth-protected-resource\","
                            + " scope=\"secret:read\"");
        for (String path : new String[] {"", "/mcp", "/mcp/test"}) {
            HttpResponse<String> document =
                    nobody.get("/.well-known/oauth-protected-resource" + path);
            assertThat(document.statusCode()).isEqualTo(200);
            assertThat(document.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
            assertThat(Json.parse(document.body()))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"resource": "https://hub.example%s",
                                     "authorization_servers": ["%s"],
                                     "scopes_supported": ["secret:read"],
                                     "bearer_methods_supported": ["header"],
                                     "resource_name": "Operations"}
                                    """
                                            .formatted(path, issuer.name())));
        }
        assertThat(nobody.get("/.well-known/oauth-protected-resource/a%20b").statusCode())
                .isEqualTo(404);
    }

    @Test
    void areRefusedWithTheReasonAndAppearNowhere() throws Exception {
        String late = issuer.token(claims -> claims.expirationTime(TestIssuer.in(-60)));
        try (CapturedLog log = new CapturedLog();
                HubClient client = nobody.with(late)) {
            HttpResponse<String> response = client.call("test.echo", "{}");

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(challenge(response))
                    .contains(
                            "error=\"invalid_token\", error_description=\"the token has"
                                    + " expired\"");
            assertThat(Json.parse(response.body()).get("detail").asString())
                    .isEqualTo("the token has expired");
            assertThatThrownBy(() -> linked(late)).hasMessageContaining("401");
            assertThat(log.of("dev.alkdev.operations.signin.RefusedSignIns"))
                    .containsExactly(
                            "Authentication of 127.0.0.1 failed: the token has expired (1 since"
                                    + " the last such line)");
            assertThat(response.body() + response.headers() + log.text())
                    .doesNotContain(late.substring(late.lastIndexOf('.')));
        }
    }

    @Test
    void cannotTakeTheIdOfATokenOfTheConfig() throws Exception {
        HttpResponse<String> response =
                nobody.with(issuer.token("bob", "secret:read")).call("test.caller", "{}");

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body())
                .contains("the subject of the token has the id of a token in the config");
    }

    @Test
    void openMetricsByScope() throws Exception {
        assertThat(eve.get("/metrics").statusCode()).isEqualTo(403);
        assertThat(challenge(eve.get("/metrics")))
                .contains("error=\"insufficient_scope\", scope=\"hub:metrics\"");
        assertThat(nobody.with(issuer.token("prometheus", "hub:metrics")).get("/metrics").body())
                .contains("operations_calls");
    }

    @Test
    void areNotNeededForHealthChecksAndPreflights() throws Exception {
        assertThat(nobody.get("/health/ready").statusCode()).isEqualTo(200);
        assertThat(nobody.options("/operations/test.echo").statusCode()).isEqualTo(204);
        assertThat(nobody.options("/.well-known/oauth-protected-resource").statusCode())
                .isEqualTo(204);
    }

    @Test
    void endLinksAndStreamsWhenTheyExpire() throws Exception {
        try (Peer other = linked(issuer.token("ann", ""))) {
            // The clock skew of 30 seconds counts as well: it is valid for 12 more.
            String shortLived =
                    issuer.token(
                            claims -> claims.subject("ann").expirationTime(TestIssuer.in(-18)));
            endsWhenItExpires(shortLived);
            assertThat(other.call("test.caller", EMPTY).data().asString()).isEqualTo("ann");
        }
    }

    private void endsWhenItExpires(String shortLived) throws Exception {
        try (Peer link = linked(shortLived);
                HubClient client = nobody.with(shortLived);
                BufferedReader stream = client.stream("test.endless", "{}")) {
            assertThat(link.call("test.caller", EMPTY).data().asString()).isEqualTo("ann");
            assertThat(stream.readLine()).isNotNull();

            assertThat(stream.lines().toList())
                    .contains("event: error")
                    .anyMatch(line -> line.contains("the token has expired"));
            await().until(() -> !link.isUp());
            assertThat(client.call("test.caller", "{}").statusCode()).isEqualTo(401);
            await().until(() -> hub.registry().openSubscriptions() == 0);
        }
    }

    @Test
    void areCountedAndInTheAuditUnderTheirSubject() throws Exception {
        Path file = folder.resolve("calls.jsonl");
        try (Hub audited =
                        HubFixtures.started(
                                issuer.config("")
                                        + HubFixtures.TEST_SOURCE
                                        + "audit: {file: \""
                                        + file
                                        + "\"}\n");
                HubClient client = HubClient.of(audited).with(issuer.token("ann", ""))) {
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(200);

            await().untilAsserted(
                            () ->
                                    assertThat(Files.readString(file))
                                            .contains(
                                                    "\"caller\":\"ann\",\"operation\":\"test.echo\",\"outcome\":\"ok\""));
        }
    }
}
