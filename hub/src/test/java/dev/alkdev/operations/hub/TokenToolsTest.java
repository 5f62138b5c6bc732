package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpEra;
import dev.alkdev.operations.mcp.McpException;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;

/** A token with {@code tools} sees and calls only these, whichever way it comes in. */
@Timeout(60)
class TokenToolsTest {
    private static final JsonNode EMPTY = Json.parse("{}");
    private static final String TOKENS =
            "tokens:\n"
                    + token("bot", "[test.echo, 'ne*', count]")
                    + token("none", "[]")
                    + token("all", "['test.*']")
                    + HubFixtures.token("ann", "ann");

    private static Hub hub;
    private static HubClient anybody;
    private static HubClient bot;

    private static String token(String id, String tools) {
        return "  - {id: %s, hash: \"%s\", scopes: [other], tools: %s}\n"
                .formatted(id, TokenHash.of(id).text(), tools);
    }

    @BeforeAll
    static void start() {
        hub = HubFixtures.started(TOKENS + HubFixtures.TEST_SOURCE);
        anybody = HubClient.of(hub);
        bot = anybody.with("bot");
    }

    @AfterAll
    static void stop() {
        anybody.close();
        hub.close();
    }

    private static List<String> ids(JsonNode listing) {
        return listing.get("operations").findValuesAsString("id");
    }

    @Test
    void restCallsAndListsThem() throws Exception {
        assertThat(bot.call("test.echo", "{}").statusCode()).isEqualTo(200);
        assertThat(bot.call("test.answer", "{}").statusCode()).isEqualTo(403);
        assertThat(anybody.with("none").call("test.echo", "{}").statusCode()).isEqualTo(403);
        assertThat(anybody.with("ann").call("test.answer", "{}").statusCode()).isEqualTo(200);
        assertThat(ids(bot.json("/operations")))
                .containsExactly("test.count", "test.echo", "test.nested");
        assertThat(ids(bot.json("/operations?search=answer"))).doesNotContain("test.answer");
        assertThat(ids(anybody.with("none").json("/operations"))).isEmpty();
        assertThat(bot.get("/operations/test.echo/spec").statusCode()).isEqualTo(200);
        assertThat(bot.get("/operations/test.answer/spec").statusCode()).isEqualTo(404);
        assertThat(bot.get("/openapi.json").body())
                .contains("test.echo")
                .doesNotContain("test.answer", "test.caller");
    }

    @Test
    void batchesAndStreamsAreLimited() throws Exception {
        JsonNode results =
                Json.parse(
                                bot.post(
                                                "/batch",
                                                """
                                                {"calls": [{"operation": "test.answer"},
                                                           {"operation": "test.echo"}]}
                                                """)
                                        .body())
                        .get("results");
        assertThat(results.at("/0/error/code").asString()).isEqualTo("ACCESS_DENIED");
        assertThat(results.at("/1/error").isMissingNode()).isTrue();
        try (BufferedReader allowed = bot.stream("test.count", "{}");
                BufferedReader denied = bot.stream("test.endless", "{}")) {
            assertThat(allowed.lines()).contains("data: 0");
            assertThat(denied.lines()).anyMatch(line -> line.contains("ACCESS_DENIED"));
        }
    }

    @Test
    void nestedCallsAreLimited() throws Exception {
        assertThat(bot.call("test.nested", "{\"a\": 1}").statusCode()).isEqualTo(200);
        assertThat(anybody.with("all").call("test.nested", "{}").statusCode()).isEqualTo(200);
        hub.registry()
                .register(
                        OperationSpec.query("test.nearby").build(),
                        (input, context) -> context.env().call("test.answer", input));
        assertThat(bot.call("test.nearby", "{}").statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(anybody.with("all").call("test.nearby", "{}").statusCode()).isEqualTo(200);
        hub.registry().remove("test.nearby");
    }

    @Test
    void linksListAndCallThem() {
        try (Peer peer = HubFixtures.linked(hub, "bot", OperationRegistry.create())) {
            assertThat(peer.operations())
                    .extracting(OperationSpec::id)
                    .containsExactly("test.count", "test.echo", "test.nested");
            assertThat(peer.call("test.echo", EMPTY).data()).isEqualTo(EMPTY);
            for (String call : List.of("test.answer", "test.caller")) {
                assertThatExceptionOfType(CallException.class)
                        .isThrownBy(() -> peer.call(call, EMPTY))
                        .extracting(CallException::code)
                        .isEqualTo("ACCESS_DENIED");
            }
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(
                            () ->
                                    peer.call(
                                            "services.schema",
                                            Json.parse("{\"id\": \"test.answer\"}")))
                    .extracting(CallException::code)
                    .isEqualTo("OPERATION_NOT_FOUND");
        }
    }

    private static McpClient mcp(String path, McpEra era, String token) {
        return McpClient.connect(
                McpServerOptions.url(hub.uri().resolve(path)).bearer(token).era(era).build());
    }

    private static List<String> names(McpClient client) {
        return client.listTools().stream().map(tool -> tool.path("name").asString()).toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = McpEra.class,
            names = {"LEGACY", "MODERN"})
    void mcpListsAndCallsThemAtEveryPlace(McpEra era) {
        try (McpClient ann = mcp("/mcp", era, "ann");
                McpClient all = mcp("/mcp", era, "bot");
                McpClient one = mcp("/mcp/test", era, "bot");
                McpClient chosen = mcp("/mcp?tools=*", era, "bot");
                McpClient none = mcp("/mcp", era, "none")) {
            // What one caller was shown is not kept for another.
            assertThat(names(ann)).contains("test_answer");
            assertThat(names(all)).containsExactly("test_count", "test_echo", "test_nested");
            assertThat(names(one)).containsExactly("count", "echo", "nested");
            assertThat(names(chosen)).isEqualTo(names(all));
            assertThat(names(none)).isEmpty();
            assertThat(names(ann)).contains("test_answer");
            assertThat(all.callTool("test_echo", EMPTY).path("isError").asBoolean()).isFalse();
            for (McpClient client : List.of(all, chosen, none)) {
                assertRefused(client, "test_answer", EMPTY);
            }
            assertRefused(one, "answer", EMPTY);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = McpEra.class,
            names = {"LEGACY", "MODERN"})
    void mcpSearchFindsAndCallsThem(McpEra era) {
        try (McpClient search = mcp("/mcp/search", era, "bot")) {
            assertThat(names(search)).contains("search", "describe", "call");
            String found =
                    search.callTool("search", Json.parse("{\"query\": \"answer\"}")).toString();
            assertThat(found).doesNotContain("test.answer");
            JsonNode echo = Json.parse("{\"operation\": \"test.echo\", \"input\": {\"a\": 7}}");
            assertThat(search.callTool("call", echo).toString()).contains("7");
            JsonNode answer = Json.parse("{\"operation\": \"test.answer\"}");
            assertRefused(search, "call", answer);
            JsonNode batch = Json.parse("{\"calls\": [{\"operation\": \"test.answer\"}]}");
            assertThat(search.callTool("batch", batch).toString()).contains("ACCESS_DENIED");
            JsonNode ids = Json.parse("{\"operations\": [\"test.answer\"]}");
            assertRefused(search, "describe", ids);
        }
    }

    private static void assertRefused(McpClient client, String tool, JsonNode arguments) {
        assertThatExceptionOfType(RuntimeException.class)
                .as(tool)
                .isThrownBy(() -> client.callTool(tool, arguments))
                .satisfies(
                        refused ->
                                assertThat(
                                                refused instanceof McpException
                                                        || String.valueOf(refused.getMessage())
                                                                .contains("403"))
                                        .isTrue());
    }

    @Test
    void theConsoleShowsThem() throws Exception {
        try (ConsoleClient ann = ConsoleClient.signedIn(hub, "ann");
                ConsoleClient limited = ConsoleClient.signedIn(hub, "bot")) {
            assertThat(anybody.with("ann").call("test.answer", "{}").statusCode()).isEqualTo(200);
            await().until(() -> ann.get("/activity").body().contains("test.answer"));
            // Its own calls are shown, also those that were denied.
            assertThat(limited.get("/activity").body()).doesNotContain("\"caller\":\"ann\"");
            assertThat(limited.call("test.answer", "{}").statusCode()).isEqualTo(403);
            assertThat(limited.post("/check/test.answer", "{}").statusCode()).isEqualTo(404);
            assertThat(limited.post("/check/test.echo", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aReloadChangesThem() throws Exception {
        String before = "tokens:\n" + token("bot", "[echo]") + HubFixtures.TEST_SOURCE;
        String after = "tokens:\n" + token("bot", "[answer]") + HubFixtures.TEST_SOURCE;
        try (Hub other = HubFixtures.started(before);
                HubClient client = HubClient.of(other).with("bot");
                Peer link = HubFixtures.linked(other, "bot", OperationRegistry.create())) {
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(200);
            other.reload(HubFixtures.config(after));
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(403);
            assertThat(client.call("test.answer", "{}").statusCode()).isEqualTo(200);
            // A link of the token as it was is closed, and opened again as what it is now.
            await().untilAsserted(
                            () ->
                                    assertThatExceptionOfType(CallException.class)
                                            .isThrownBy(() -> link.call("test.echo", EMPTY))
                                            .extracting(CallException::code)
                                            .isEqualTo("ACCESS_DENIED"));
        }
    }

    @Test
    void patternsThatMatchNothingAreLogged() {
        try (CapturedLog log = new CapturedLog();
                Hub other =
                        HubFixtures.started(
                                "tokens:\n"
                                        + token("bot", "[echo, eco, 'tset.*']")
                                        + HubFixtures.TEST_SOURCE)) {
            await().untilAsserted(
                            () ->
                                    assertThat(log.of("UnmatchedTools"))
                                            .singleElement()
                                            .asString()
                                            .startsWith(
                                                    "The tools [eco, tset.*] of the token bot match"
                                                            + " no operation of the hub"));
            assertThat(other.sources()).hasSize(1);
        }
    }

    private static List<String> warnings(String yaml) {
        return HubFile.parse("listen: 127.0.0.1:0\n" + yaml, Path.of("."), name -> null)
                .check()
                .warnings()
                .stream()
                .map(warning -> warning.toString())
                .toList();
    }

    @Test
    void theCheckNamesUnknownNamespacesAndEmptyLists() {
        String gateways = "gateways: [rest, mcp]\n";
        assertThat(warnings(gateways + TOKENS + HubFixtures.TEST_SOURCE))
                .singleElement()
                .asString()
                .endsWith("the token may use no operation, since its tools are empty");
        String wrong = "tokens:\n" + token("bot", "['test.x', 'tset.*']") + HubFixtures.TEST_SOURCE;
        assertThat(warnings(gateways + wrong))
                .singleElement()
                .asString()
                .endsWith("no source has the namespace of the tools \"tset.*\"");
        assertThat(warnings("gateways: [link]\n" + wrong)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trustIdentities: true, tools: [echo]",
                "tool: [echo]",
                "tools: {echo: true}",
                "tools: ['']",
                "Tools: [echo]"
            })
    void wrongFormsAreRefused(String key) {
        String yaml =
                "tokens:\n  - {id: bot, hash: \"%s\", %s}\n"
                        .formatted(TokenHash.of("bot").text(), key);
        assertThat(ConfigText.in(Path.of(".")).problems(yaml)).isNotEmpty();
    }

    @Test
    void aClaimLimitsTheTokensOfAnIssuer() throws Exception {
        try (TestIssuer issuer = new TestIssuer();
                Hub other =
                        HubFixtures.started(
                                issuer.config("    toolsClaim: may_use\n")
                                        + HubFixtures.TEST_SOURCE);
                HubClient client = HubClient.of(other)) {
            HubClient list =
                    client.with(issuer.token(it -> it.claim("may_use", List.of("test.echo"))));
            assertThat(list.call("test.echo", "{}").statusCode()).isEqualTo(200);
            assertThat(list.call("test.answer", "{}").statusCode()).isEqualTo(403);
            HubClient text = client.with(issuer.token(it -> it.claim("may_use", "echo ans*")));
            assertThat(text.call("test.answer", "{}").statusCode()).isEqualTo(200);
            assertThat(text.call("test.caller", "{}").statusCode()).isEqualTo(403);
            HubClient without = client.with(issuer.token("ann", ""));
            assertThat(without.call("test.echo", "{}").statusCode()).isEqualTo(403);
            HubClient wrong = client.with(issuer.token(it -> it.claim("may_use", 7)));
            assertThat(wrong.call("test.echo", "{}").statusCode()).isEqualTo(401);
        }
    }
}
