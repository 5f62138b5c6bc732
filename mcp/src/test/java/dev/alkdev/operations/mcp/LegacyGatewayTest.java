package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Clients of 2024-11-05 to 2025-11-25: a handshake, sessions, questions while a call waits. */
@ExtendWith(LeakCheck.class)
class LegacyGatewayTest {
    private static final McpVersion V = McpVersion.V2025_11_25;

    private final OperationRegistry registry = OperationRegistry.create();
    private final McpDirectory directory = new McpDirectory();
    private final Notes notes = new Notes();
    private McpTestServer server;

    /** One resource, and one prompt. */
    private static final class Notes implements McpCatalog {
        private volatile Runnable watcher = () -> {};

        @Override
        public List<JsonNode> resources() {
            return List.of(Json.parse("{\"uri\": \"note://1\", \"name\": \"one\", \"size\": 3}"));
        }

        @Override
        public List<JsonNode> prompts() {
            return List.of(Json.parse("{\"name\": \"greet\"}"));
        }

        @Override
        public JsonNode readResource(String uri, Call call) {
            if (!uri.equals("note://1")) {
                return McpCatalog.super.readResource(uri, call);
            }
            return Json.parse("{\"contents\": [{\"uri\": \"note://1\", \"text\": \"abc\"}]}");
        }

        @Override
        public JsonNode getPrompt(String name, JsonNode arguments, Call call) {
            return Json.parse(
                    "{\"messages\": [{\"role\": \"user\", \"content\": {\"type\": \"text\","
                            + " \"text\": \"Hello from "
                            + name
                            + "\"}}]}");
        }

        @Override
        public Registration watch(String uri, Runnable changed) {
            watcher = changed;
            return () -> watcher = () -> {};
        }
    }

    @BeforeEach
    void start() {
        directory.add("notes", AccessControl.none(), notes);
        registry.register(
                OperationSpec.query("tasks.count")
                        .describedAs("Counts")
                        .output(Schema.parse("{\"type\": \"integer\"}"))
                        .build(),
                (input, context) -> 3);
        server =
                McpTestServer.serving(
                        McpGateway.over(registry).directory(directory).instructions("Be brief."));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = McpVersion.class,
            names = {"V2024_11_05", "V2025_03_26", "V2025_06_18", "V2025_11_25"})
    void everyVersionIsSpoken(McpVersion version) {
        McpTestSession session = server.session(version, "{}");

        assertThat(session.initialized().get("protocolVersion").asString())
                .isEqualTo(version.text());
        assertThat(session.initialized().get("instructions").asString()).isEqualTo("Be brief.");
        assertThat(session.send("tools/list", "{}").result().findValuesAsString("name"))
                .containsExactly("tasks_count");
        JsonNode result = session.send("tools/call", "{\"name\": \"tasks_count\"}").result();
        assertThat(result.toString())
                .isEqualTo(
                        "{\"content\":[{\"type\":\"text\",\"text\":\"3\"}],"
                                + "\"structuredContent\":{\"result\":3}}");
        assertThat(session.send("ping", "{}").result().isEmpty()).isTrue();
    }

    @Test
    void anOutputThatIsNoObjectIsWrapped() {
        JsonNode tool = server.session(V, "{}").send("tools/list", "{}").result().at("/tools/0");
        assertThat(tool.get("outputSchema").toString())
                .isEqualTo(
                        "{\"type\":\"object\",\"properties\":{\"result\":{\"type\":\"integer\"}},"
                                + "\"required\":[\"result\"]}");
    }

    @Test
    void anUnknownVersionGetsTheNewestWithAHandshake() {
        ObjectNode body =
                server.body(
                        "initialize",
                        "{\"protocolVersion\": \"1999-01-01\", \"capabilities\": {}}");
        McpTestServer.Reply reply = server.post("/mcp", body);
        assertThat(reply.result().get("protocolVersion").asString()).isEqualTo("2025-11-25");
    }

    @Test
    void aSessionIsOverWhenItIsDeleted() throws Exception {
        McpTestSession session = server.session(V, "{}");
        assertThat(session.delete()).isEqualTo(200);
        assertThat(session.send("ping", "{}").status()).isEqualTo(404);
        assertThat(session.delete()).isEqualTo(404);
    }

    @Test
    void aSessionHoldsAtEveryServerWithTheSameKey() {
        String key = "a secret of the test that is long enough";
        McpOptions options = McpOptions.defaults().withKey(key);
        try (McpTestServer one = McpTestServer.serving(McpGateway.over(registry).options(options));
                McpTestServer two =
                        McpTestServer.serving(McpGateway.over(registry).options(options))) {
            String id = one.session(V, "{}").id();
            ObjectNode ping = two.body("ping", "{}");
            assertThat(two.post("/mcp", ping, "Mcp-Session-Id", id).status()).isEqualTo(200);
            assertThat(server.post("/mcp", ping, "Mcp-Session-Id", id).status()).isEqualTo(404);
        }
    }

    @Test
    void aClientIsAskedWhileItsCallWaits() {
        registry.register(
                OperationSpec.mutation("tasks.name").describedAs("Asks").build(),
                (input, context) ->
                        McpCaller.of(context)
                                .elicit(
                                        "Name?",
                                        Json.parse("{\"type\": \"object\", \"properties\": {}}"))
                                .path("content"));
        McpTestSession session = server.session(V, "{\"elicitation\": {}}");
        ObjectNode call = server.body("tools/call", "{\"name\": \"tasks_name\"}");

        McpTestServer.Reply reply =
                session.post(
                        call,
                        message -> {
                            if (message.path("method").asString("").equals("elicitation/create")) {
                                // Some clients parse ids as numbers.
                                assertThat(message.get("id").isIntegralNumber()).isTrue();
                                ObjectNode answer =
                                        (ObjectNode)
                                                Json.parse(
                                                        "{\"jsonrpc\": \"2.0\", \"result\":"
                                                                + " {\"action\": \"accept\","
                                                                + " \"content\": {\"name\":"
                                                                + " \"Ann\"}}}");
                                session.tell(answer.set("id", message.get("id")));
                            }
                        });

        assertThat(reply.result().get("structuredContent").toString())
                .isEqualTo("{\"name\":\"Ann\"}");
    }

    @Test
    void aClientThatCannotBeAskedGetsAnError() {
        registry.register(
                OperationSpec.mutation("tasks.roots").describedAs("Asks").build(),
                (input, context) -> McpCaller.of(context).roots());
        JsonNode result =
                server.session(V, "{}").send("tools/call", "{\"name\": \"tasks_roots\"}").result();
        assertThat(result.get("isError").asBoolean()).isTrue();
    }

    @Test
    void aCancelledCallIsInterruptedAndNotAnswered() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("tasks.wait").describedAs("Waits").build(),
                (input, context) -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return null;
                });
        McpTestSession session = server.session(V, "{}");
        ObjectNode call = server.body("tools/call", "{\"name\": \"tasks_wait\"}");
        CompletableFuture<McpTestServer.Reply> reply =
                CompletableFuture.supplyAsync(() -> session.post(call, message -> {}));
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        ObjectNode cancel =
                (ObjectNode)
                        Json.parse(
                                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\"}");
        cancel.putObject("params").set("requestId", call.get("id"));
        session.tell(cancel);

        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(reply.get(60, TimeUnit.SECONDS).message().isNull()).isTrue();
        await().until(() -> registry.openCalls() == 0);
    }

    @Test
    void messagesHaveTheLevelThatWasSet() {
        registry.register(
                OperationSpec.query("tasks.log").describedAs("Logs").build(),
                (input, context) -> {
                    McpCaller caller = McpCaller.of(context);
                    caller.log("info", null, StringNode.valueOf("a"));
                    caller.log("error", null, StringNode.valueOf("b"));
                    return null;
                });
        McpTestSession session = server.session(V, "{}");
        assertThat(session.send("tools/call", "{\"name\": \"tasks_log\"}").before()).hasSize(2);
        assertThat(session.send("logging/setLevel", "{\"level\": \"error\"}").result().isEmpty())
                .isTrue();
        assertThat(session.send("tools/call", "{\"name\": \"tasks_log\"}").before()).hasSize(1);
        assertThat(session.send("logging/setLevel", "{\"level\": \"loud\"}").code())
                .isEqualTo(-32602);
    }

    @Test
    void severalMessagesAtOnceAreForOldClients() {
        ObjectNode one = server.body("ping", "{}");
        ObjectNode two = server.body("tools/call", "{\"name\": \"tasks_count\"}");
        JsonNode batch = Json.mapper().createArrayNode().add(one).add(two);
        String session = server.session(McpVersion.V2025_03_26, "{}").id();
        McpTestServer.Reply reply = server.post("/mcp", batch, "Mcp-Session-Id", session);
        assertThat(reply.message().findValuesAsString("id"))
                .containsExactly(one.get("id").asString(), two.get("id").asString());
        String newer = server.session(V, "{}").id();
        assertThat(server.post("/mcp", batch, "Mcp-Session-Id", newer).code()).isEqualTo(-32600);
    }

    @Test
    void resourcesAndPromptsAreServed() {
        McpTestSession session = server.session(V, "{}");
        assertThat(session.send("resources/list", "{}").result().at("/resources/0/size").asInt())
                .isEqualTo(3);
        assertThat(
                        session.send("resources/read", "{\"uri\": \"note://1\"}")
                                .result()
                                .at("/contents/0/text")
                                .asString())
                .isEqualTo("abc");
        assertThat(session.send("resources/read", "{\"uri\": \"note://2\"}").code())
                .isEqualTo(-32002);
        assertThat(session.send("prompts/list", "{}").result().at("/prompts/0/name").asString())
                .isEqualTo("notes_greet");
        assertThat(
                        session.send("prompts/get", "{\"name\": \"notes_greet\"}")
                                .result()
                                .at("/messages/0/content/text")
                                .asString())
                .isEqualTo("Hello from greet");
        assertThat(server.modern("resources/read", "{\"uri\": \"note://2\"}").code())
                .isEqualTo(-32602);
        assertThat(server.modern("resources/list", "{}").result().get("ttlMs").asInt())
                .isEqualTo(60_000);
    }

    @Test
    void changesAreToldOverTheStreamOfTheSession() throws Exception {
        McpTestSession session = server.session(V, "{}");
        try (McpTestSession.Stream stream = session.listen()) {
            assertThat(session.send("resources/subscribe", "{\"uri\": \"note://1\"}").status())
                    .isEqualTo(200);
            notes.watcher.run();
            assertThat(stream.next().toString())
                    .isEqualTo(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                                    + "\"params\":{\"uri\":\"note://1\"}}");
            for (int i = 0; i < 20; i++) {
                registry.register(
                        OperationSpec.query("more.op" + i).describedAs("More").build(),
                        (input, context) -> Map.of());
            }
            assertThat(stream.next().get("method").asString())
                    .isEqualTo("notifications/tools/list_changed");
            // All twenty were told at once, or at most a few times where the machine is slow.
            await().pollDelay(Duration.ofMillis(300)).until(() -> stream.messages().size() < 10);
        }
    }
}
