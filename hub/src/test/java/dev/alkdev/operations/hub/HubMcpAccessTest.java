package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpEra;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Who may do what over MCP, by tokens of an authorization server and of the config. */
@Timeout(120)
class HubMcpAccessTest {
    private static final String METADATA =
            "resource_metadata=\"https://hub.example/.well-known/oauth-protected-resource/mcp";

    private final TestIssuer issuer = new TestIssuer();
    private final String withoutBob =
            issuer.config("publicUrl: https://hub.example\n") + HubFixtures.TEST_SOURCE;
    private final Hub hub =
            HubFixtures.started(
                    withoutBob + "tokens:\n" + HubFixtures.token("bob", "bob-token", "b", "a"));
    private final HttpClient http = HttpClient.newHttpClient();

    HubMcpAccessTest() {
        hub.registry()
                .register(
                        OperationSpec.query("test.two").requires("a", "b").build(),
                        (input, context) -> "two");
    }

    @AfterEach
    void stop() {
        http.shutdownNow();
        hub.close();
        issuer.close();
    }

    private HttpRequest.Builder request(String path, String method, String params) {
        ObjectNode body = (ObjectNode) Json.parse("{\"jsonrpc\": \"2.0\", \"id\": 1}");
        body.put("method", method).set("params", Json.parse(params));
        ((ObjectNode) body.get("params"))
                .putObject("_meta")
                .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
                .putObject("io.modelcontextprotocol/clientCapabilities");
        HttpRequest.Builder request =
                HttpRequest.newBuilder(hub.uri().resolve(path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", method)
                        .POST(BodyPublishers.ofString(body.toString()));
        String name = body.get("params").path("name").asString("");
        return name.isEmpty() ? request : request.header("Mcp-Name", name);
    }

    private HttpResponse<String> call(String token, String path, String params) throws Exception {
        HttpRequest.Builder request = request(path, "tools/call", params);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static String challenge(HttpResponse<?> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    @ParameterizedTest
    @EnumSource(
            value = McpEra.class,
            names = {"LEGACY", "MODERN"})
    void aTokenOfTheIssuerSeesAndUsesWhatItsScopesAllow(McpEra era) {
        try (McpClient ann = connect(era, issuer.token("ann", "secret:read"));
                McpClient eve = connect(era, issuer.token("eve", "other"))) {
            assertThat(names(ann)).contains("test_secret", "test_caller");
            assertThat(names(eve)).contains("test_caller").doesNotContain("test_secret");
            JsonNode nothing = Json.parse("{}");
            assertThat(ann.callTool("test_secret", nothing).toString()).contains("secret");
            assertThat(eve.callTool("test_caller", nothing).toString()).contains("eve");
        }
    }

    private McpClient connect(McpEra era, String token) {
        return McpClient.connect(
                McpServerOptions.url(hub.uri().resolve("/mcp")).bearer(token).era(era).build());
    }

    private static List<String> names(McpClient client) {
        return client.listTools().stream().map(tool -> tool.path("name").asString()).toList();
    }

    @Test
    void aTokenThatIsNoneForThisHubIsRefusedWithTheReason() throws Exception {
        String call = "{\"name\": \"test_caller\"}";
        HttpResponse<String> nobody = call("", "/mcp", call);
        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(challenge(nobody)).contains(METADATA + "\"").doesNotContain("error=");
        List<String> wrong =
                List.of(
                        issuer.token(claims -> claims.audience("https://other.example")),
                        issuer.token(claims -> claims.expirationTime(TestIssuer.in(-3600))),
                        // The clock of the authorization server is an hour ahead.
                        issuer.token(claims -> claims.notBeforeTime(TestIssuer.in(3600))),
                        issuer.token(claims -> claims.issuer("https://evil.example")));
        for (String token : wrong) {
            HttpResponse<String> refused = call(token, "/mcp/test", "{\"name\": \"caller\"}");
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(challenge(refused))
                    .contains(METADATA)
                    .contains("error=\"invalid_token\", error_description=");
            assertThat(refused.body()).doesNotContain(token);
        }
    }

    @Test
    void aCallThatNeedsMoreIsToldAllScopesAtOnce() throws Exception {
        String few = issuer.token("ann", "a");
        String searched = "{\"name\": \"call\", \"arguments\": {\"operation\": \"test.two\"}}";
        for (HttpResponse<String> refused :
                List.of(
                        call(few, "/mcp", "{\"name\": \"test_two\"}"),
                        call(few, "/mcp/test", "{\"name\": \"two\"}"),
                        call(few, "/mcp/search", searched))) {
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(challenge(refused))
                    .contains(METADATA)
                    .contains("error=\"insufficient_scope\", scope=\"a b\"");
        }
        HttpResponse<String> granted = call(issuer.token("ann", "b a"), "/mcp/search", searched);
        assertThat(granted.statusCode()).isEqualTo(200);
        assertThat(granted.body()).contains("two");
        assertThat(call("bob-token", "/mcp/search", searched).body()).contains("two");
    }

    @Test
    void aTokenIsNotTakenForTheOneBeforeItOnTheConnection() throws Exception {
        String call = "{\"name\": \"test_caller\"}";

        assertThat(call("bob-token", "/mcp", call).statusCode()).isEqualTo(200);
        assertThat(call("Bob-Token", "/mcp", call).statusCode()).isEqualTo(401);
        assertThat(call("bob-token", "/mcp", call).statusCode()).isEqualTo(200);
    }

    private HttpRequest listen() {
        return request(
                        "/mcp",
                        "subscriptions/listen",
                        "{\"notifications\": {\"toolsListChanged\": true}}")
                .header("Authorization", "Bearer bob-token")
                .build();
    }

    @Test
    void aReloadBoundsTheStreamsOfMcpAsWell() throws Exception {
        hub.reload(
                HubFixtures.config(
                        "limits: {streams: 1}\n"
                                + withoutBob
                                + "tokens:\n"
                                + HubFixtures.token("bob", "bob-token", "b", "a")));
        HttpResponse<InputStream> stream = http.send(listen(), BodyHandlers.ofInputStream());
        try (InputStream events = stream.body()) {
            assertThat(events.read()).isNotNegative();

            assertThat(http.send(listen(), BodyHandlers.ofString()).body())
                    .contains("the caller has 1 event streams open");
        }
    }

    @Test
    void theStreamOfATokenThatIsRevokedEnds() throws Exception {
        HttpResponse<InputStream> stream = http.send(listen(), BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isNotNull();

            hub.reload(HubFixtures.config(withoutBob));

            assertThat(lines.lines().filter(line -> line.contains("\"result\""))).hasSize(1);
        }
        assertThat(call("bob-token", "/mcp", "{\"name\": \"test_caller\"}").statusCode())
                .isEqualTo(401);
        await().until(() -> hub.registry().openCalls() == 0);
    }
}
