package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Tools whose handlers go on after their deadline, because they ignore interrupts. */
@ExtendWith(LeakCheck.class)
class OverdueToolsTest {
    private static final String[] TIMEOUT = {"Operation-Timeout", "300ms"};
    private static final String PROGRESS = ", \"_meta\": {\"progressToken\": 7}";

    private final CountDownLatch gate = new CountDownLatch(1);
    private OperationRegistry registry;
    private McpTestServer server;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        registry.register(
                OperationSpec.query("slow.stubborn").build(),
                (input, context) -> {
                    reportAndAwait(context);
                    return "late";
                });
        registry.register(
                OperationSpec.query("slow.failing").build(),
                (input, context) -> {
                    reportAndAwait(context);
                    throw new IllegalStateException("late");
                });
        registry.register(OperationSpec.query("slow.quick").build(), (input, context) -> "quick");
        server = McpTestServer.serving(McpGateway.over(registry));
    }

    @AfterEach
    void stop() {
        gate.countDown();
        server.close();
    }

    private void reportAndAwait(OperationContext context) {
        context.progress(1, null, null);
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException ignored) {
                // On purpose: this handler does not end.
                continue;
            }
        }
        context.progress(2, null, null);
    }

    private static String call(String tool, String more) {
        return "{\"name\": \"slow_" + tool + "\"" + more + "}";
    }

    private static String code(JsonNode message) {
        return message.at("/result/_meta").path(MetaKeys.ERROR).path("code").asString("");
    }

    private void awaitLateResult() {
        gate.countDown();
        await().until(() -> registry.openCalls() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stubborn", "failing"})
    void respondsAtTheDeadline(String tool) {
        McpTestServer.Reply modern = server.modern("tools/call", call(tool, ""), TIMEOUT);
        assertThat(code(modern.message())).isEqualTo("TIMEOUT");
        assertThat(modern.response().headers().firstValue("Connection")).hasValue("close");

        McpTestSession session = server.session(McpVersion.V2025_11_25, "{}", TIMEOUT);
        assertThat(code(session.send("tools/call", call(tool, "")).message())).isEqualTo("TIMEOUT");

        assertThat(registry.openCalls()).isEqualTo(2);
        assertThat(session.send("tools/call", call("quick", "")).result().toString())
                .contains("quick");
        awaitLateResult();
        assertThat(server.modern("tools/call", call("quick", "")).result().toString())
                .contains("quick");
    }

    @Test
    void respondsAtTheDeadlineOfFoundTools() {
        String found = "{\"name\": \"call\", \"arguments\": {\"operation\": \"slow.stubborn\"}}";
        assertThat(code(server.modernAt("/mcp/search", "tools/call", found, TIMEOUT).message()))
                .isEqualTo("TIMEOUT");
        assertThat(registry.openCalls()).isPositive();
    }

    @Test
    void respondsOnStreamsOfBothEras() throws Exception {
        McpTestSession session = server.session(McpVersion.V2025_11_25, "{}", TIMEOUT);
        JsonNode modern = server.modernBody("tools/call", call("stubborn", PROGRESS), "{}");
        String[] headers = McpTestServer.modernHeaders(modern, TIMEOUT);
        JsonNode legacy = server.body("tools/call", call("failing", PROGRESS));
        BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();

        for (boolean isModern : new boolean[] {true, false}) {
            CompletableFuture<McpTestServer.Reply> reply = new CompletableFuture<>();
            Thread.ofVirtual()
                    .start(
                            () ->
                                    reply.complete(
                                            isModern
                                                    ? server.post(
                                                            "/mcp", modern, events::add, headers)
                                                    : session.post(legacy, events::add)));
            assertThat(next(events).path("method").asString()).isEqualTo("notifications/progress");
            assertThat(code(next(events))).isEqualTo("TIMEOUT");
            assertThat(registry.openCalls()).isPositive();
            assertThat(reply).isNotDone();
            if (!isModern) {
                awaitLateResult();
                assertThat(reply.get(60, TimeUnit.SECONDS).before()).hasSize(1);
            }
        }
        assertThat(events).isEmpty();
    }

    private static JsonNode next(BlockingQueue<JsonNode> events) throws InterruptedException {
        JsonNode next = events.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void respondsToAllMessagesOfABatch() {
        McpTestSession session = server.session(McpVersion.V2025_03_26, "{}", TIMEOUT);
        ArrayNode batch = Json.mapper().createArrayNode();
        for (String tool : List.of("quick", "stubborn", "quick", "failing", "quick")) {
            batch.add(server.body("tools/call", call(tool, "")));
        }
        McpTestServer.Reply reply = session.post(batch, message -> {});

        List<String> codes = new ArrayList<>();
        reply.message().forEach(message -> codes.add(code(message)));
        assertThat(codes).containsExactly("", "TIMEOUT", "", "TIMEOUT", "");
        assertThat(reply.message().findValuesAsString("id"))
                .isEqualTo(batch.findValuesAsString("id"));
        assertThat(registry.openCalls()).isEqualTo(2);
    }
}
