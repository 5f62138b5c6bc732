package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What clients see of results that are incomplete, and of requests that are too many or odd. */
@ExtendWith(LeakCheck.class)
class GatewayResultsTest {
    private final OperationRegistry registry =
            OperationRegistry.builder().normalizing(NormalizeMode.NORMALIZE).build();
    private final AtomicInteger room = new AtomicInteger(1_000);
    private final McpTestServer server =
            McpTestServer.serving(
                    McpGateway.over(registry)
                            .directory(new McpDirectory())
                            .onRead(
                                    caller -> {
                                        if (room.decrementAndGet() < 0) {
                                            throw new CallException(
                                                    ErrorCode.OVERLOADED, "too many requests");
                                        }
                                    }));

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode call(String name) {
        return server.modern("tools/call", "{\"name\": \"" + name + "\"}").result();
    }

    @Test
    void itemsThatAreErrorsAreMarkedAndFitTheSchema() {
        Schema item =
                Schema.parse(
                        """
                        {"type": "object", "properties": {"n": {"type": "integer"}},
                         "required": ["n"]}
                        """);
        registry.register(
                OperationSpec.subscription("d.items").output(item).build(),
                (input, context, emitter) -> {
                    emitter.emit(Map.of("n", 1));
                    List<ContentBlock> full = List.of(ContentBlock.text("disk full"));
                    emitter.emit(ResponseEnvelope.mcp(full, new McpMeta(true, full)));
                    emitter.emit(Map.of("n", 2));
                });

        JsonNode result = call("d_items").get("structuredContent");

        assertThat(result)
                .isEqualTo(
                        Json.parse(
                                """
                                {"items": [{"n": 1}, {"isError": true, "data":
                                    [{"type": "text", "text": "disk full"}]}, {"n": 2}],
                                 "complete": false}
                                """));
        JsonNode schema = server.modern("tools/list", "{}").result().at("/tools/0/outputSchema");
        assertThat(Schema.of(schema).accepts(result)).isTrue();
        ObjectNode wrong = (ObjectNode) result.deepCopy();
        wrong.withArray("items").addObject().put("n", "three");
        assertThat(Schema.of(schema).accepts(wrong)).isFalse();
    }

    @Test
    void removedDataIsNamed() {
        Schema output =
                Schema.parse(
                        """
                        {"type": "object", "properties": {"rows": {"type": "array", "items":
                            {"type": "object", "properties": {"id": {"type": "integer"}}}}}}
                        """);
        registry.register(
                OperationSpec.query("d.rows").output(output).build(),
                (input, context) ->
                        Json.parse(
                                """
                                {"rows": [{"id": 1, "x": 1}, {"id": 2, "x": 2}], "note": "lost"}
                                """));

        JsonNode result = call("d_rows");

        assertThat(result.get("structuredContent").toString())
                .isEqualTo("{\"rows\":[{\"id\":1},{\"id\":2}]}");
        List<String> texts = new ArrayList<>();
        result.get("content").forEach(block -> texts.add(block.get("text").asString()));
        assertThat(texts).hasSize(2);
        assertThat(texts.get(1))
                .startsWith("Note: data that the output schema does not declare was removed: ")
                .contains("/rows/*/x", "/note");
        assertThat(result.path("_meta").path(MetaKeys.REMOVED).valueStream())
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("/rows/*/x", "/note");
    }

    @Test
    void completeResultsHaveNoNote() {
        registry.register(
                OperationSpec.query("d.whole").build(), (input, context) -> Map.of("n", 1));
        assertThat(call("d_whole").has("_meta")).isFalse();
        assertThat(call("d_whole").get("content")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ping",
                "initialize",
                "resources/subscribe",
                "resources/unsubscribe",
                "logging/setLevel",
                "completion/complete",
                "tools/list",
                "prompts/get"
            })
    void everyRequestOfAnOlderClientCountsInItsRate(String method) {
        room.set(0);
        assertThat(server.post("/mcp", server.body(method, "{}")).status()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server/discover", "subscriptions/listen", "resources/read", "none"})
    void everyModernRequestCountsInItsRate(String method) {
        room.set(0);
        String params = "{\"uri\": \"a:b\", \"notifications\": {}}";
        assertThat(server.modern(method, params).status()).isEqualTo(429);
    }

    @Test
    void headersWithTwoValuesAreRefused() {
        registry.register(OperationSpec.query("d.one").build(), (input, context) -> 1);
        String params = "{\"name\": \"d_one\"}";

        McpTestServer.Reply twice = server.modern("tools/call", params, "Mcp-Name", "d_other");
        assertThat(twice.status()).isEqualTo(400);
        assertThat(twice.code()).isEqualTo(McpErrorCode.HEADER_MISMATCH);
        assertThat(server.modern("tools/call", params, "Mcp-Name", "d_one").status())
                .isEqualTo(200);
        assertThat(server.modern("tools/call", params, "Mcp-Method", "ping").status())
                .isEqualTo(400);
        assertThat(
                        server.modern("tools/call", params, "MCP-Protocol-Version", "2025-11-25")
                                .status())
                .isEqualTo(400);
        String[] sessions = {"Mcp-Session-Id", "a", "Mcp-Session-Id", "b"};
        assertThat(server.post("/mcp", server.body("ping", "{}"), sessions).status())
                .isEqualTo(400);
    }
}
