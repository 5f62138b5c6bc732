package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationSpecBuilder;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import jakarta.servlet.http.HttpServletRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
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
                        McpGateway.over(registry).authenticator(new Names()).info("test", "2"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Takes the header {@code Authorization: Bearer name scope scope}. */
    private static final class Names implements RequestAuthenticator {
        @Override
        public Caller authenticate(HttpServletRequest request) throws AuthenticationException {
            String header = request.getHeader("Authorization");
            if (header == null) {
                return Caller.anonymous();
            }
            String[] parts = header.split(" ", -1);
            if (parts[1].equals("wrong")) {
                throw new AuthenticationException("the token is not known");
            }
            String[] scopes = List.of(parts).subList(2, parts.length).toArray(String[]::new);
            return Caller.of(Identity.of(parts[1], scopes));
        }
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
                McpTestServer.Reply reply =
                        server.post("/mcp", McpVersion.V2026_07_28, body, headers);
                assertThat(reply.status()).isEqualTo(400);
                assertThat(reply.code()).isEqualTo(-32020);
            }
        }

        @Test
        void aRequestMustDescribeItsClient() {
            ObjectNode body = server.body("tools/list", "{}");
            McpTestServer.Reply reply =
                    server.post(
                            "/mcp",
                            McpVersion.V2026_07_28,
                            body,
                            McpTestServer.modernHeaders(body));
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
                            McpVersion.V2026_07_28,
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

    @Nested
    class Access {
        @BeforeEach
        void restrict() {
            registry.register(
                    query("tasks.wipe").requires("tasks:admin", "tasks:write").build(),
                    (input, context) -> "done");
        }

        private List<String> names(String... headers) {
            McpTestServer.Reply reply = server.modern("tools/list", "{}", headers);
            assertThat(reply.result().get("cacheScope").asString()).isEqualTo("private");
            return reply.result().get("tools").findValuesAsString("name");
        }

        @Test
        void toolsAreListedForThoseWhoMayUseThem() {
            assertThat(names()).containsExactly("tasks_get");
            assertThat(names("Authorization", "Bearer ann tasks:admin tasks:write"))
                    .containsExactly("tasks_get", "tasks_wipe");
        }

        @Test
        void aCallWithoutTheScopesIsToldAllOfThem() {
            McpTestServer.Reply reply =
                    server.modern(
                            "tools/call",
                            "{\"name\": \"tasks_wipe\"}",
                            "Authorization",
                            "Bearer bob tasks:write");
            assertThat(reply.status()).isEqualTo(403);
            assertThat(reply.error().get("data").toString())
                    .isEqualTo("{\"code\":\"ACCESS_DENIED\"}");
            assertThat(reply.response().headers().firstValue("WWW-Authenticate").orElseThrow())
                    .contains("error=\"insufficient_scope\"")
                    .contains("scope=\"tasks:admin tasks:write\"");
        }

        @Test
        void anAnonymousCallerIsAskedToAuthenticate() {
            McpTestServer.Reply reply = server.modern("tools/call", "{\"name\": \"tasks_wipe\"}");
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.response().headers().firstValue("WWW-Authenticate")).isPresent();
        }

        @Test
        void aWrongTokenIsRefused() {
            McpTestServer.Reply reply =
                    server.modern("tools/list", "{}", "Authorization", "Bearer wrong");
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.error().get("message").asString()).isEqualTo("the token is not known");
        }
    }

    @Nested
    class Asking {
        private static final String CAN = "{\"elicitation\": {}}";

        @BeforeEach
        void add() {
            registry.register(
                    query("tasks.name").build(),
                    (input, context) -> {
                        McpCaller caller = McpCaller.of(context);
                        JsonNode schema = Json.parse("{\"type\": \"object\", \"properties\": {}}");
                        String first = caller.elicit("First?", schema).path("content").toString();
                        String second = caller.elicit("Second?", schema).path("content").toString();
                        return first + " " + second;
                    });
        }

        private McpTestServer.Reply ask(JsonNode state, String responses, String... headers) {
            ObjectNode params = (ObjectNode) Json.parse("{\"name\": \"tasks_name\"}");
            if (state != null) {
                params.set("requestState", state);
                params.set("inputResponses", Json.parse(responses));
            }
            return server.asked(CAN, "tools/call", params.toString(), headers);
        }

        private static String accept(String key, int value) {
            return "{\"%s\": {\"action\": \"accept\", \"content\": {\"n\": %d}}}"
                    .formatted(key, value);
        }

        @Test
        void questionsAreAskedOneRoundAfterTheOther() {
            JsonNode first = ask(null, "").result();
            assertThat(first.get("resultType").asString()).isEqualTo("input_required");
            assertThat(first.get("inputRequests").propertyNames())
                    .containsExactly("elicitation/create");
            JsonNode second =
                    ask(first.get("requestState"), accept("elicitation/create", 1)).result();
            assertThat(second.get("inputRequests").propertyNames())
                    .containsExactly("elicitation/create#2");
            JsonNode last =
                    ask(second.get("requestState"), accept("elicitation/create#2", 2)).result();
            assertThat(last.get("structuredContent"))
                    .isEqualTo(StringNode.valueOf("{\"n\":1} {\"n\":2}"));
        }

        @Test
        void aMissingAnswerIsAskedForAgain() {
            JsonNode first = ask(null, "").result();
            JsonNode again = ask(first.get("requestState"), accept("other", 1)).result();
            assertThat(again.get("inputRequests")).isEqualTo(first.get("inputRequests"));
        }

        @Test
        void aStateHoldsForItsRequestAndCallerOnly() {
            JsonNode state = ask(null, "", "Authorization", "Bearer ann").result();
            JsonNode text = state.get("requestState");
            String answers = accept("elicitation/create", 1);
            assertThat(ask(text, answers, "Authorization", "Bearer bob").code()).isEqualTo(-32602);
            assertThat(ask(StringNode.valueOf(text.asString() + "A"), answers).code())
                    .isEqualTo(-32602);
            ObjectNode other =
                    (ObjectNode)
                            Json.parse("{\"name\": \"tasks_name\", \"arguments\": {\"id\": 1}}");
            other.set("requestState", text);
            assertThat(
                            server.asked(
                                            CAN,
                                            "tools/call",
                                            other.toString(),
                                            "Authorization",
                                            "Bearer ann")
                                    .code())
                    .isEqualTo(-32602);
            assertThat(ask(text, answers, "Authorization", "Bearer ann").result()).isNotNull();
        }

        @Test
        void aClientThatCannotBeAskedIsToldWhatItNeeds() {
            McpTestServer.Reply reply = server.modern("tools/call", "{\"name\": \"tasks_name\"}");
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo(-32021);
            assertThat(reply.error().get("data").toString())
                    .isEqualTo("{\"requiredCapabilities\":{\"elicitation\":{}}}");
        }
    }

    @Nested
    class Reporting {
        @BeforeEach
        void add() {
            registry.register(
                    query("tasks.work").build(),
                    (input, context) -> {
                        McpCaller.of(context).log("info", "worker", StringNode.valueOf("begun"));
                        context.progress(1, 2.0, "half");
                        return "done";
                    });
        }

        @Test
        void whatIsReportedComesBeforeTheResult() {
            McpTestServer.Reply reply =
                    server.modern(
                            "tools/call",
                            "{\"name\": \"tasks_work\", \"_meta\": {\"progressToken\": \"t\","
                                    + " \"io.modelcontextprotocol/logLevel\": \"info\"}}");
            assertThat(reply.before().toString())
                    .isEqualTo(
                            "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                                + "{\"level\":\"info\",\"logger\":\"worker\",\"data\":\"begun\"}},"
                                + " {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                                + "\"params\":{\"progressToken\":\"t\",\"progress\":1,\"total\":2,"
                                + "\"message\":\"half\"}}]");
            assertThat(reply.result().path("content").path(0).path("text").asString())
                    .isEqualTo("done");
        }

        @Test
        void whatNobodyAskedForIsNotSent() {
            McpTestServer.Reply reply = server.modern("tools/call", "{\"name\": \"tasks_work\"}");
            assertThat(reply.before()).isEmpty();
            assertThat(reply.response().headers().firstValue("Content-Type"))
                    .hasValue("application/json");
        }
    }
}
