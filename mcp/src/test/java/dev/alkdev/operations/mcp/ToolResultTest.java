package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Results of every shape: as envelopes, and through gateways. */
class ToolResultTest {
    private static ResponseEnvelope<JsonNode> legacy(String result) {
        return envelope(result, McpVersion.V2025_06_18);
    }

    private static ResponseEnvelope<JsonNode> envelope(String result, McpVersion version) {
        return ResultEnvelopes.envelope(Json.parse(result), version, McpToolOptions.defaults(true));
    }

    private static List<String> blocks(ResponseEnvelope<JsonNode> envelope) {
        return ((McpMeta) envelope.meta())
                .content().stream().map(block -> block.toJson().toString()).toList();
    }

    @Nested
    class Envelopes {
        @Test
        void nullStructuredContentMeansAbsentBefore2026() {
            String result =
                    "{\"content\": [{\"type\": \"text\", \"text\": \"x\"}],"
                            + " \"structuredContent\": null}";

            assertThat(legacy(result).data())
                    .isEqualTo(Json.parse("[{\"type\": \"text\", \"text\": \"x\"}]"));
            assertThat(envelope(result, McpVersion.V2026_07_28).data())
                    .isEqualTo(Json.parse("null"));
        }

        @Test
        void nullIsNoEmptyList() {
            assertThat(legacy("null").data()).isEqualTo(Json.parse("null"));
        }

        @Test
        void contentThatIsNoArrayBecomesOneBlock() {
            String block = "{\"type\":\"text\",\"text\":\"x\"}";

            assertThat(blocks(legacy("{\"content\": " + block + "}"))).containsExactly(block);
            assertThat(blocks(legacy("{\"content\": \"x\"}"))).containsExactly(block);
            assertThat(legacy("{\"content\": \"x\"}").data())
                    .isEqualTo(Json.parse("[" + block + "]"));
            assertThat(legacy("{\"content\": null}").data()).isEqualTo(Json.parse("[]"));
        }

        @Test
        void blocksOfUnknownKindsAreTextInDataAndContent() {
            String video = "{\"type\":\"video\",\"data\":\"AA==\"}";
            ResponseEnvelope<JsonNode> envelope = legacy("{\"content\": [" + video + "]}");

            assertThat(envelope.data().at("/0/type").asString()).isEqualTo("text");
            assertThat(envelope.data().at("/0/text").asString()).isEqualTo(video);
            assertThat(blocks(envelope)).containsExactly(envelope.data().get(0).toString());
        }

        @Test
        void otherResultsAreNoEmptySuccess() {
            assertThat(legacy("{\"toolResult\": {\"a\": 1}}").data())
                    .isEqualTo(Json.parse("{\"a\": 1}"));
            assertThat(blocks(legacy("{\"toolResult\": \"done\"}")))
                    .containsExactly("{\"type\":\"text\",\"text\":\"done\"}");
            assertThat(legacy("{\"task\": {\"taskId\": \"7\"}, \"_meta\": {}}").data())
                    .isEqualTo(Json.parse("{\"task\": {\"taskId\": \"7\"}}"));
            assertThat(legacy("[1, 2]").data()).isEqualTo(Json.parse("[1, 2]"));
        }

        @Test
        void anEmptyResultStaysEmpty() {
            assertThat(legacy("{}").data()).isEqualTo(Json.parse("[]"));
            assertThat(((McpMeta) legacy("{}").meta()).meta()).isNull();
        }
    }

    @Nested
    class ThroughGateways {
        private static final OperationRegistry REGISTRY = OperationRegistry.create();
        private static final McpSource SOURCE =
                McpSource.of("faulty", FaultyServer.options().build());
        private static McpTestServer gateway;

        @BeforeAll
        static void start() {
            SOURCE.start(REGISTRY);
            gateway = McpTestServer.serving(McpGateway.over(REGISTRY));
        }

        @AfterAll
        static void stop() {
            gateway.close();
            SOURCE.close();
        }

        private static JsonNode call(McpEra era, String result) {
            ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("do", "result");
            arguments.set("result", Json.parse(result));
            McpServerOptions options =
                    McpServerOptions.url(gateway.uri("/mcp/faulty")).era(era).build();
            try (McpClient client = McpClient.connect(options)) {
                ObjectNode received = (ObjectNode) client.callTool("echo", arguments).deepCopy();
                received.remove("resultType");
                return received;
            }
        }

        @ParameterizedTest
        @EnumSource(names = {"LEGACY", "MODERN"})
        void unknownMembersAndBlocksPassUnchanged(McpEra era) {
            String result =
                    """
                    {"content": [{"type": "video", "data": "AA=="}, {"type": "text", "text": "a", "extra": 1}],
                     "toolResult": 7, "x-more": [1, {"y": null}], "_meta": {"x/y": [1]}}
                    """;

            assertThat(call(era, result)).isEqualTo(Json.parse(result));
            // No version of the protocol has videos.
            assertThat(Conversation.takeBroken()).isNotEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"{\"toolResult\": {\"a\": 1}}", "{\"task\": {\"taskId\": \"7\"}}"})
        void otherResultsKeepTheirMembers(String result) {
            JsonNode received = call(McpEra.LEGACY, result);

            Json.parse(result)
                    .forEachEntry((name, value) -> assertThat(received.get(name)).isEqualTo(value));
            assertThat(received.path("content")).hasSize(1);
            assertThat(received.has("_meta")).isFalse();
        }

        @Test
        void aServerCannotReplaceMembersOfTheResult() {
            JsonNode received =
                    call(
                            McpEra.LEGACY,
                            """
                            {"content": [], "isError": true, "_meta": {"dev.alkdev.operations/result":
                             {"isError": false, "resultType": "input_required", "more": 1}}}
                            """);

            assertThat(received.path("isError").asBoolean()).isTrue();
            assertThat(received.has("resultType")).isFalse();
        }
    }
}
