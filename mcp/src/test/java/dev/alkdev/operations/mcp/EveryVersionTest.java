package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Everything that a client and a server send, in every version and over both transports; each
 * message passes through a {@link Conversation}.
 */
class EveryVersionTest {
    @TempDir private Path folder;

    private static JsonNode answer(McpQuestion question) {
        return question.method().equals(McpQuestion.SAMPLE)
                ? Json.parse(
                        """
                        {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Ho"}}
                        """)
                : Json.parse("{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}");
    }

    @ParameterizedTest
    @EnumSource
    void ofAClientOverHttp(McpVersion version) throws Exception {
        boolean modern = version.isModern();
        try (WebServer server = WebServer.start(modern)) {
            if (!modern) {
                server.speaking(version);
            }
            try (McpClient client =
                    McpClient.connect(
                            server.config()
                                    .root(Json.parse("{\"uri\": \"file:///a\", \"name\": \"a\"}"))
                                    .onQuestion(EveryVersionTest::answer)
                                    .build())) {
                assertThat(client.version()).isEqualTo(version);
                useAll(client);
                if (!modern) {
                    client.setLogLevel("info");
                }
                if (!modern && version.atLeast(McpVersion.V2025_06_18)) {
                    client.callTool("ask", OddServers.nothing());
                }
                cancel(client, () -> received(server, "tools/call", "slow"));
            }
        }
    }

    private static boolean received(WebServer server, String method, String tool) {
        return server.received().stream()
                .anyMatch(
                        one ->
                                one.path("method").asString("").equals(method)
                                        && one.at("/params/name").asString("").equals(tool));
    }

    private static void useAll(McpClient client) {
        client.listTools();
        client.callTool("read", OddServers.nothing());
        client.listResources();
        client.listResourceTemplates();
        client.readResource("a://b");
        client.listPrompts();
        client.getPrompt("greet", Json.parse("{\"who\": \"Ada\"}"));
        client.complete(
                (ObjectNode)
                        Json.parse(
                                """
                                {"ref": {"type": "ref/prompt", "name": "greet"},
                                 "argument": {"name": "who", "value": "A"}}
                                """));
        client.ping();
    }

    private static void cancel(McpClient client, Callable<Boolean> begun) {
        Cancellation cancellation = Cancellation.create();
        Call call = Call.builder().cancellation(cancellation).to("a.slow", OddServers.nothing());
        CompletableFuture<CallException> failure =
                CompletableFuture.supplyAsync(
                        () ->
                                Assertions.catchThrowableOfType(
                                        CallException.class,
                                        () -> client.callTool("slow", OddServers.nothing(), call)));
        Awaitility.await().until(begun);
        cancellation.cancel();
        assertThat(failure.join()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void ofAClientOverStdio(McpVersion version) {
        Path record = folder.resolve("record");
        String oddity = version.isModern() ? "modern" : version.text();
        try (McpClient client =
                McpClient.connect(
                        OddServers.config(record, oddity)
                                .onQuestion(EveryVersionTest::answer)
                                .build())) {
            assertThat(client.version()).isEqualTo(version);
            client.callTool("progress", OddServers.nothing());
            client.callTool(version.isModern() ? "rounds" : "sample", OddServers.nothing());
            client.readResource("odd://one");
            client.watch("odd://one", () -> {}).close();
            cancel(
                    client,
                    () ->
                            OddServers.received(record).stream()
                                    .anyMatch(
                                            one ->
                                                    one.at("/params/name")
                                                            .asString("")
                                                            .equals("slow")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofAServer(McpVersion version) {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.mutation("tasks.work").describedAs("Works").build(),
                (input, context) -> {
                    McpCaller.of(context).log("info", "worker", StringNode.valueOf("begun"));
                    context.progress(1, 2.0, "half");
                    return JsonNodeFactory.instance.objectNode().put("done", true);
                });
        registry.register(
                OperationSpec.mutation("tasks.fail").describedAs("Fails").build(),
                (input, context) -> {
                    throw new CallException("NO_PAPER", "no paper");
                });
        try (McpTestServer server = McpTestServer.serving(McpGateway.over(registry))) {
            if (version.isModern()) {
                server.modern("server/discover", "{}").result();
                server.modern("tools/list", "{}").result();
                server.modern("tools/call", call("tasks_work")).result();
                server.modern("tools/call", call("tasks_fail")).result();
                server.modern("tools/call", call("tasks_none")).error();
                server.modern("no/method", "{}").error();
            } else {
                McpTestSession session = server.session(version, "{}");
                session.send("logging/setLevel", "{\"level\": \"debug\"}").result();
                session.send("tools/list", "{}").result();
                session.send("tools/call", call("tasks_work")).result();
                session.send("tools/call", call("tasks_fail")).result();
                session.send("tools/call", call("tasks_none")).error();
                session.send("no/method", "{}").error();
            }
        }
    }

    private static String call(String tool) {
        return "{\"name\": \"%s\", \"_meta\": {\"progressToken\": 1}}".formatted(tool);
    }

    /** The check itself: the same messages with one member that is broken. */
    @ParameterizedTest
    @EnumSource
    void aBrokenMemberIsFound(McpVersion version) {
        ObjectNode call =
                (ObjectNode)
                        Json.parse(
                                """
                                {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                                 "params": {"name": "a", "_meta": {}}}
                                """);
        if (version.isModern()) {
            ObjectNode meta = (ObjectNode) call.at("/params/_meta");
            meta.put(RequestMeta.VERSION, version.text());
            meta.putObject(RequestMeta.INFO).put("name", "operations").put("version", "1");
            meta.putObject(RequestMeta.CAPABILITIES);
        }
        assertThat(broken(version, call, true)).isEmpty();
        ((ObjectNode) call.get("params")).put("name", 7);
        assertThat(broken(version, call, true)).contains(version.text());

        ObjectNode progress =
                (ObjectNode)
                        Json.parse(
                                """
                                {"jsonrpc": "2.0", "method": "notifications/progress",
                                 "params": {"progressToken": 1, "progress": 1}}
                                """);
        assertThat(broken(version, progress, false)).isEmpty();
        ((ObjectNode) progress.get("params")).remove("progress");
        assertThat(broken(version, progress, false)).contains(version.text());
    }

    private static String broken(McpVersion version, JsonNode message, boolean fromClient) {
        if (fromClient) {
            Conversation.ofClient(version).fromClient(message);
        } else {
            Conversation.ofServer(version).fromServer(message);
        }
        return Conversation.takeBroken();
    }
}
