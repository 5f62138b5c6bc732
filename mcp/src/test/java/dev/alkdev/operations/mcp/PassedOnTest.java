package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** What passes between a client and a server behind the gateway, besides arguments and results. */
@Timeout(60)
class PassedOnTest {
    private static final String URLS = "{\"do\": \"urls\"}";
    private static final String CALL = "{\"name\": \"faulty_echo\", \"arguments\": %s}";

    private final OperationRegistry registry = OperationRegistry.create();
    private final McpDirectory directory = new McpDirectory();
    private final McpSource source =
            McpSource.of("faulty", FaultyServer.options("prompts").build(), directory);
    private McpTestServer gateway;

    @BeforeEach
    void start() {
        source.start(registry);
        gateway = McpTestServer.serving(McpGateway.over(registry).directory(directory));
    }

    @AfterEach
    void stop() {
        gateway.close();
        source.close();
    }

    private McpTestSession session(String capabilities) {
        return gateway.session(McpVersion.V2025_11_25, capabilities);
    }

    @Test
    void theErrorThatNeedsUrlsReachesClientsThatOpenThem() throws Exception {
        McpTestSession session = session("{\"elicitation\": {\"url\": {}}}");
        try (McpTestSession.Stream stream = session.listen()) {
            JsonNode error = session.send("tools/call", CALL.formatted(URLS)).error();

            assertThat(error.path("code").asInt()).isEqualTo(-32042);
            assertThat(error.path("message").asString()).isEqualTo("Pay first");
            assertThat(error.at("/data/elicitations/0/url").asString())
                    .isEqualTo("https://pay.example/7");

            registry.execute("faulty.echo", Map.of("do", "opened"));
            JsonNode complete = stream.next();
            assertThat(complete.path("method").asString())
                    .isEqualTo("notifications/elicitation/complete");
            assertThat(complete.at("/params/elicitationId").asString()).isEqualTo("e1");
        }
        assertThat(session.send("tools/call", CALL.formatted(URLS)).result().path("content"))
                .isEqualTo(Json.parse("[{\"type\": \"text\", \"text\": \"paid\"}]"));
    }

    @Test
    void clientsThatOpenNoUrlsGetAnErrorAsResult() {
        JsonNode result = session("{}").send("tools/call", CALL.formatted(URLS)).result();

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.at("/content/0/text").asString()).contains("-32042: Pay first");
    }

    @Test
    void modernClientsAreAskedForTheUrls() {
        List<JsonNode> asked = new CopyOnWriteArrayList<>();
        McpServerOptions options =
                McpServerOptions.url(gateway.uri("/mcp/faulty"))
                        .era(McpEra.MODERN)
                        .opensUrls()
                        .onQuestion(
                                question -> {
                                    asked.add(question.params());
                                    registry.execute("faulty.echo", Map.of("do", "opened"));
                                    return Json.parse("{\"action\": \"accept\"}");
                                })
                        .build();
        try (McpClient client = McpClient.connect(options)) {
            assertThat(OddServers.text(client.callTool("echo", Json.parse(URLS))))
                    .isEqualTo("paid");
        }
        assertThat(asked)
                .containsExactly(
                        Json.parse(
                                "{\"mode\": \"url\", \"url\": \"https://pay.example/7\","
                                        + " \"message\": \"Pay here\"}"));
    }

    @Test
    void metaOfARequestReachesItsServerAndNoOther() {
        registry.register(
                OperationSpec.mutation("local.relay").build(),
                (input, context) -> context.env().call("faulty.echo", Map.of("do", "meta")).data());
        String meta =
                "\"_meta\": {\"x.example/user\": \"ann\", \"progressToken\": \"p\","
                        + " \"dev.alkdev.operations/node\": \"n\","
                        + " \"io.modelcontextprotocol/logLevel\": \"info\"}";

        McpTestSession session = session("{}");
        JsonNode direct =
                session.send(
                                "tools/call",
                                "{\"name\": \"faulty_echo\", \"arguments\": {\"do\": \"meta\"}, "
                                        + meta
                                        + "}")
                        .result();
        JsonNode relayed =
                session.send("tools/call", "{\"name\": \"local_relay\", " + meta + "}").result();

        JsonNode received = Json.parse(direct.at("/content/0/text").asString());
        assertThat(received.path("x.example/user").asString()).isEqualTo("ann");
        assertThat(received.path("progressToken").isIntegralNumber()).isTrue();
        assertThat(received.propertyNames())
                .containsExactlyInAnyOrder("x.example/user", "progressToken");
        assertThat(relayed.toString()).doesNotContain("x.example/user");
    }

    @Test
    void membersOfProgressThatAreNotKnownHereReachTheClient() {
        String call =
                """
                {"name": "faulty_echo", "_meta": {"progressToken": "p"}, "arguments": {
                  "do": "progress", "times": 1,
                  "more": ", \\"_meta\\": {\\"x.example/step\\": 1}, \\"x.example\\": [true]"}}
                """;
        JsonNode progress =
                session("{}").send("tools/call", call).before().getFirst().get("params");
        assertThat(progress)
                .isEqualTo(
                        Json.parse(
                                """
                                {"progressToken": "p", "progress": 1, "message": "",
                                 "_meta": {"x.example/step": 1}, "x.example": [true]}
                                """));
    }

    @Test
    void toolsThatNeedTasksAreHiddenAndErrorsOfListsReported() {
        assertThat(registry.find("faulty.task")).isEmpty();
        assertThat(source.status().leftOut())
                .isEqualTo(
                        Map.of(
                                "task",
                                "it can only be called as a task, which is not supported",
                                "prompts",
                                "the server cannot list them: MCP error -32603: no disk"));
    }

    @Test
    void unpairedSurrogatesReachTheServer() {
        JsonNode result =
                registry.execute(
                                "faulty.echo",
                                JsonNodeFactory.instance.objectNode().put("text", "a\udc00b"))
                        .data();

        assertThat(result.at("/0/text").asString()).isEqualTo("a\udc00b");
    }

    @Test
    void samplingWithToolsIsDeclaredWhereItCanBePassedOn() {
        McpServerOptions options = FaultyServer.options().build();

        assertThat(ClientCapabilities.ofConnection(options, true).at("/sampling/tools").isObject())
                .isTrue();
        assertThat(ClientCapabilities.ofConnection(options, false).has("sampling")).isFalse();
    }
}
