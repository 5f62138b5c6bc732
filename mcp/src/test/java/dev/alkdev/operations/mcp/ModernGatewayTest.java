package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationSpecBuilder;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/** Clients of 2026-07-28: every request stands for itself. */
@ExtendWith(LeakCheck.class)
class ModernGatewayTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private McpTestServer server;

    @BeforeEach
    void start() {
        registry.register(
                query("tasks.get").build(),
                (input, context) -> Map.of("id", input.path("id").asInt(0), "title", "Write"));
        server =
                McpTestServer.serving(
                        McpGateway.over(registry)
                                .authenticator(new NamedCallers())
                                .info("test", "2"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static OperationSpecBuilder query(String id) {
        return OperationSpec.query(id)
                .describedAs("Gets a task")
                .input(
                        Schema.parse(
                                """
                                {"type": "object", "properties": {"id": {"type": "integer"}}}
                                """));
    }

    @Test
    void aServerTellsWhatItIs() {
        JsonNode result = server.modern("server/discover", "{}").result();

        assertThat(result.get("supportedVersions").toString()).isEqualTo("[\"2026-07-28\"]");
        assertThat(result.path("_meta").path(MetaKeys.SERVER_INFO).toString())
                .isEqualTo("{\"name\":\"test\",\"version\":\"2\"}");
        assertThat(result.get("capabilities").toString())
                .isEqualTo("{\"tools\":{\"listChanged\":true},\"logging\":{}}");
    }

    @Test
    void operationsAreListedAsTools() {
        JsonNode result = server.modern("tools/list", "{}").result();

        assertThat(result.toString())
                .isEqualTo(
                        "{\"tools\":[{\"name\":\"tasks_get\",\"description\":\"Gets a task\","
                            + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"id\":"
                            + "{\"type\":\"integer\"}}},\"annotations\":{\"readOnlyHint\":true}}"
                            + "],\"resultType\":\"complete\",\"ttlMs\":60000,"
                            + "\"cacheScope\":\"public\"}");
    }

    @Test
    void aResultIsTextAndTyped() {
        McpTestServer.Reply reply =
                server.modern(
                        "tools/call", "{\"name\": \"tasks_get\", \"arguments\": {\"id\": 7}}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.result().path("structuredContent").path("id").asInt()).isEqualTo(7);
        JsonNode text = reply.result().path("content").path(0).path("text");
        assertThat(Json.parse(text.asString())).isEqualTo(reply.result().get("structuredContent"));
        assertThat(text.asString()).doesNotContain(" ");
    }

    @Test
    void argumentsMayBeLeftOutAndTextsBeNumbers() {
        assertThat(call("{\"name\": \"tasks_get\"}").path("id").asInt()).isZero();
        JsonNode typed = call("{\"name\": \"tasks_get\", \"arguments\": {\"id\": \"3\"}}");
        assertThat(typed.path("id").asInt()).isEqualTo(3);
    }

    private JsonNode call(String params) {
        return server.modern("tools/call", params).result().path("structuredContent");
    }

    @Test
    void toolsOfOneNamespaceHaveShortNames() {
        JsonNode tools = server.modernAt("/mcp/tasks", "tools/list", "{}").result().get("tools");
        assertThat(tools.findValuesAsString("name")).containsExactly("get");
        McpTestServer.Reply reply =
                server.modernAt("/mcp/tasks", "tools/call", "{\"name\": \"get\"}");
        assertThat(reply.result().path("structuredContent").path("title").asString())
                .isEqualTo("Write");
        assertThat(server.modernAt("/mcp/nothing", "tools/list", "{}").status()).isEqualTo(404);
    }

    @Test
    void largeCatalogsAreSearched() {
        JsonNode tools = server.modernAt("/mcp/search", "tools/list", "{}").result().get("tools");
        assertThat(tools.findValuesAsString("name"))
                .contains("search", "describe", "call", "batch");
    }

    @Nested
    class Wrong {
        @Test
        void anUnknownToolIsInvalid() {
            McpTestServer.Reply reply = server.modern("tools/call", "{\"name\": \"no\"}");
            assertThat(reply.code()).isEqualTo(-32602);
            assertThat(reply.error().get("message").asString()).isEqualTo("Unknown tool: no");
        }

        @Test
        void anUnknownMethodIsNotFound() {
            McpTestServer.Reply reply = server.modern("tools/make", "{}");
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.code()).isEqualTo(-32601);
            assertThat(server.modern("initialize", "{}").code()).isEqualTo(-32601);
        }

        @Test
        void headersMustSayWhatTheBodyDoes() {
            ObjectNode body = server.modernBody("tools/call", "{\"name\": \"tasks_get\"}", "{}");
            for (String[] headers :
                    new String[][] {
                        {"Mcp-Method", "tools/call", "Mcp-Name", "tasks_get"},
                        {"MCP-Protocol-Version", "2026-07-28", "Mcp-Name", "tasks_get"},
                        {"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call"},
                        {
                            "MCP-Protocol-Version",
                            "2026-07-28",
                            "Mcp-Method",
                            "tools/CALL",
                            "Mcp-Name",
                            "tasks_get"
                        }
                    }) {
                McpTestServer.Reply reply = server.post("/mcp", body, headers);
                assertThat(reply.status()).isEqualTo(400);
                assertThat(reply.code()).isEqualTo(-32020);
            }
        }

        @Test
        void aRequestMustDescribeItsClient() {
            ObjectNode body = server.body("tools/list", "{}");
            McpTestServer.Reply reply =
                    server.post("/mcp", body, McpTestServer.modernHeaders(body));
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo(-32602);
        }

        @Test
        void anUnknownVersionIsToldWhichThereAre() {
            ObjectNode body = server.modernBody("tools/list", "{}", "{}");
            ((ObjectNode) body.get("params").get("_meta")).put(MetaKeys.VERSION, "2099-01-01");
            McpTestServer.Reply reply =
                    server.post(
                            "/mcp",
                            body,
                            "MCP-Protocol-Version",
                            "2099-01-01",
                            "Mcp-Method",
                            "tools/list");
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo(-32022);
            assertThat(reply.error().get("data").toString())
                    .isEqualTo("{\"supported\":[\"2026-07-28\"],\"requested\":\"2099-01-01\"}");
        }

        @Test
        void aWrongInputIsToldToTheModel() {
            JsonNode result =
                    server.modern(
                                    "tools/call",
                                    "{\"name\": \"tasks_get\", \"arguments\": {\"id\": \"x\"}}")
                            .result();
            assertThat(result.get("isError").asBoolean()).isTrue();
            assertThat(result.has("structuredContent")).isFalse();
            JsonNode error = result.path("_meta").path(MetaKeys.ERROR);
            assertThat(error.get("code").asString()).isEqualTo("VALIDATION_ERROR");
            assertThat(error.path("details").path("errors").path(0).path("pointer").asString())
                    .isEqualTo("/id");
        }

        @Test
        void aDeclaredFailureKeepsCodeAndDetails() {
            registry.register(
                    query("tasks.lock")
                            .fails(ErrorSpec.of("TASK_LOCKED", "Somebody works on it"))
                            .build(),
                    (input, context) -> {
                        throw new CallException("TASK_LOCKED", "Ann has it")
                                .withDetails(Map.of("by", "ann"));
                    });
            JsonNode result = server.modern("tools/call", "{\"name\": \"tasks_lock\"}").result();
            assertThat(result.path("content").path(0).path("text").asString())
                    .isEqualTo("TASK_LOCKED: Ann has it");
            assertThat(result.path("_meta").path(MetaKeys.ERROR).path("details").toString())
                    .isEqualTo("{\"by\":\"ann\"}");
        }
    }
}
