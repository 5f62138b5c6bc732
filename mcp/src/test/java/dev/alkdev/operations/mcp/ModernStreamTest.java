package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a client of 2026-07-28 gets besides the answer of its request. */
@ExtendWith(LeakCheck.class)
class ModernStreamTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final McpTestServer server =
            McpTestServer.serving(McpGateway.over(registry).authenticator(new NamedCallers()));

    @AfterEach
    void stop() {
        server.close();
    }

    @BeforeEach
    void add() {
        registry.register(
                OperationSpec.query("tasks.work").describedAs("Works").build(),
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

    @Test
    void aSubscriptionIsACollectionAndEachItemProgress() {
        registry.register(
                OperationSpec.subscription("tasks.watch")
                        .describedAs("Watches")
                        .output(Schema.parse("{\"type\": \"integer\"}"))
                        .build(),
                (input, context, emitter) -> {
                    for (int i = 0; i < 1000; i++) {
                        emitter.emit(i);
                    }
                });
        McpTestServer.Reply reply =
                server.modern(
                        "tools/call",
                        "{\"name\": \"tasks_watch\", \"_meta\": {\"progressToken\": 1}}");
        assertThat(reply.before()).hasSize(100);
        JsonNode result = reply.result().get("structuredContent");
        assertThat(result.get("items")).hasSize(100);
        assertThat(result.get("complete").asBoolean()).isFalse();
        JsonNode tools = server.modern("tools/list", "{}").result().get("tools");
        JsonNode schema = tools.get(0).get("outputSchema");
        assertThat(Schema.of(schema).errors(result)).isEmpty();
    }

    @Test
    void aClosedConnectionCancelsTheCall() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("tasks.wait").describedAs("Waits").build(),
                (input, context) -> {
                    begun.countDown();
                    try {
                        return new CountDownLatch(1).await(10, TimeUnit.MINUTES);
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                });
        ObjectNode body = server.modernBody("tools/call", "{\"name\": \"tasks_wait\"}", "{}");
        HttpRequest request = server.request("/mcp", body, McpTestServer.modernHeaders(body));
        CompletableFuture<HttpResponse<Void>> sent =
                server.client().sendAsync(request, BodyHandlers.discarding());
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        sent.cancel(true);
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        await().until(() -> registry.openCalls() == 0);
    }

    @Test
    void aSubscriptionListensUntilItIsClosed() throws Exception {
        ObjectNode body =
                server.modernBody(
                        "subscriptions/listen",
                        "{\"notifications\": {\"toolsListChanged\": true,"
                                + " \"promptsListChanged\": true}}",
                        "{}");
        HttpRequest request = server.request("/mcp", body, McpTestServer.modernHeaders(body));
        HttpResponse<InputStream> response =
                server.client().send(request, BodyHandlers.ofInputStream());
        try (McpTestSession.Stream stream =
                McpTestSession.stream(response.body(), McpVersion.V2026_07_28)) {
            JsonNode first = stream.next();
            assertThat(first.at("/params/notifications").toString())
                    .isEqualTo("{\"toolsListChanged\":true}");
            registry.register(
                    OperationSpec.query("tasks.secret").describedAs("S").requires("s").build(),
                    (input, context) -> "");
            registry.remove("tasks.work");
            JsonNode changed = stream.next();
            assertThat(changed.get("method").asString())
                    .isEqualTo("notifications/tools/list_changed");
            server.servlet().closeStreams(caller -> true);
            JsonNode last = stream.next();
            assertThat(last.get("id")).isEqualTo(body.get("id"));
        }
    }

    @Test
    void thoseWhoseListStaysTheSameAreNotTold() throws Exception {
        ObjectNode body =
                server.modernBody(
                        "subscriptions/listen",
                        "{\"notifications\": {\"toolsListChanged\": true}}",
                        "{}");
        HttpRequest request = server.request("/mcp", body, McpTestServer.modernHeaders(body));
        HttpResponse<InputStream> response =
                server.client().send(request, BodyHandlers.ofInputStream());
        try (McpTestSession.Stream stream =
                McpTestSession.stream(response.body(), McpVersion.V2026_07_28)) {
            stream.next();
            registry.register(
                    OperationSpec.query("tasks.secret").describedAs("S").requires("s").build(),
                    (input, context) -> "");
            await().pollDelay(Duration.ofMillis(400)).until(() -> stream.messages().isEmpty());
            registry.remove("tasks.work");
            assertThat(stream.next().get("method").asString())
                    .isEqualTo("notifications/tools/list_changed");
        }
    }
}
