package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.time.Duration.ofMinutes;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * A handler that is interrupted while it reports progress: its client gets a whole answer, never a
 * broken connection.
 */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class InterruptedWritesTest {
    private static final int TIMES = 200;
    private static final int BESIDE = 4;

    private final OperationRegistry registry = OperationRegistry.create();
    private final McpTestServer server = McpTestServer.serving(McpGateway.over(registry));

    @BeforeEach
    void add() {
        registry.register(
                OperationSpec.mutation("tasks.chatter").describedAs("Reports all the time").build(),
                (input, context) -> {
                    String message = "x".repeat(input.path("size").asInt());
                    int count = 0;
                    while (!Thread.currentThread().isInterrupted()) {
                        context.progress(++count, null, message);
                        // About as long as a write takes, so that about half of them are met.
                        LockSupport.parkNanos(20_000);
                    }
                    return "";
                });
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String call(int size) {
        return """
        {"name": "tasks_chatter", "arguments": {"size": %d}, "_meta": {"progressToken": 1}}
        """
                .formatted(size);
    }

    private HttpResponse<InputStream> begin(JsonNode body, String... headers) throws Exception {
        HttpRequest request = server.request("/mcp", body, headers);
        return server.client().send(request, BodyHandlers.ofInputStream());
    }

    private HttpResponse<InputStream> beginModern(int size, String timeout) throws Exception {
        ObjectNode body = server.modernBody("tools/call", call(size), "{}");
        return begin(body, McpTestServer.modernHeaders(body, "Operation-Timeout", timeout));
    }

    /** The last message of what is read to its end. */
    private static JsonNode last(HttpResponse<InputStream> response) throws IOException {
        List<JsonNode> last = new ArrayList<>(List.of(Json.parse("null")));
        try (InputStream body = response.body()) {
            if (response.headers().firstValue("Content-Type").orElse("").equals(HttpAnswers.JSON)) {
                // On a slow machine the time was over before anything was reported.
                return Json.parse(body.readAllBytes());
            }
            McpTestServer.events(body, message -> last.set(0, message));
        }
        return last.getFirst();
    }

    private static void assertTimeout(JsonNode answer) {
        assertThat(answer.at("/result/isError").asBoolean()).isTrue();
        assertThat(answer.at("/result/_meta").path(MetaKeys.ERROR).path("code").asString())
                .isEqualTo("TIMEOUT");
    }

    private static void repeat(int times, Callable<Void> action) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(BESIDE)) {
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                running.add(threads.submit(action));
            }
            for (Future<Void> each : running) {
                each.get();
            }
        }
    }

    @Test
    void aDeadlineThatPassesInAWriteIsAnswered() throws Exception {
        repeat(
                TIMES,
                () -> {
                    JsonNode answer = last(beginModern(500, "5ms"));
                    assertTimeout(answer);
                    return null;
                });
        await().atMost(ofMinutes(2)).until(() -> registry.openCalls() == 0);
    }

    @Test
    void aDeadlineThatPassesWhileTheClientDoesNotReadIsAnswered() throws Exception {
        repeat(
                2 * BESIDE,
                () -> {
                    HttpResponse<InputStream> response = beginModern(100_000, "500ms");
                    await().atMost(ofMinutes(2)).until(() -> registry.openCalls() == 0);
                    assertTimeout(last(response));
                    return null;
                });
    }

    @Test
    void aCancelledCallEndsItsStream() throws Exception {
        McpTestSession session = server.session(McpVersion.V2025_11_25, "{}");
        repeat(
                TIMES,
                () -> {
                    ObjectNode body = server.body("tools/call", call(500));
                    HttpResponse<InputStream> response =
                            begin(body, "Mcp-Session-Id", session.id());
                    CountDownLatch cancelled = new CountDownLatch(1);
                    List<JsonNode> last = new ArrayList<>();
                    try (InputStream events = response.body()) {
                        McpTestServer.events(
                                events,
                                message -> {
                                    if (cancelled.getCount() > 0) {
                                        cancelled.countDown();
                                        session.tell(cancellation(body.get("id")));
                                    }
                                    last.clear();
                                    last.add(message);
                                });
                    }
                    assertThat(last.getFirst().path("method").asString())
                            .isEqualTo("notifications/progress");
                    return null;
                });
        await().atMost(ofMinutes(2)).until(() -> registry.openCalls() == 0);
    }

    private static ObjectNode cancellation(JsonNode id) {
        ObjectNode message =
                (ObjectNode)
                        Json.parse(
                                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\"}");
        message.putObject("params").set("requestId", id);
        return message;
    }
}
