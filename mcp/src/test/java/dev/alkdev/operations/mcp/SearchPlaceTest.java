package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The tools of {@code /mcp/search}, as a client over stdio sees them. */
class SearchPlaceTest {
    private static final String INITIALIZE =
            "{'jsonrpc': '2.0', 'id': 0, 'method': 'initialize', 'params': {'protocolVersion':"
                    + " '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 't', 'version':"
                    + " '1'}}}";

    private final OperationRegistry registry = OperationRegistry.create();

    SearchPlaceTest() {
        registry.register(
                Operation.query("shop.double", Integer.class, Integer.class)
                        .describedAs("Doubles a number")
                        .handledBy((input, context) -> 2 * input));
        registry.register(
                OperationSpec.mutation("shop.pay")
                        .describedAs("Pays an invoice")
                        .fails(ErrorSpec.of("NO_MONEY", "There is no money left"))
                        .build(),
                (input, context) -> {
                    throw new CallException("NO_MONEY", "the purse is empty");
                });
        registry.register(
                OperationSpec.subscription("shop.count").describedAs("Counts").build(),
                (input, context, emitter) -> {
                    for (int i = 1; i <= 3; i++) {
                        emitter.emit(i);
                    }
                });
    }

    /** The result of one call of a tool. */
    private JsonNode call(String tool, String arguments) throws IOException {
        String call =
                "{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': '"
                        + tool
                        + "', 'arguments': "
                        + arguments
                        + "}}";
        return answer(call).path("result");
    }

    private JsonNode answer(String request) throws IOException {
        String lines = (INITIALIZE + "\n" + request + "\n").replace('\'', '"');
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        McpGateway.over(registry)
                .build()
                .at("search")
                .serve(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), out);
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Json::parse)
                .filter(message -> message.path("id").asInt(-1) == 1)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void fourToolsAreListed() throws IOException {
        List<String> names =
                answer("{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'}")
                        .path("result")
                        .path("tools")
                        .valueStream()
                        .map(tool -> tool.path("name").asString())
                        .toList();

        assertThat(names).containsExactly("batch", "call", "describe", "search");
    }

    @Test
    void whatIsFoundCanBeCalled() throws IOException {
        JsonNode found = call("search", "{'query': 'double a number'}").path("structuredContent");
        assertThat(found.path("operations").path(0).path("id").asString()).isEqualTo("shop.double");

        JsonNode result = call("call", "{'operation': 'shop.double', 'input': 21}");

        assertThat(result.path("structuredContent"))
                .isEqualTo(Json.mapper().valueToTree(Map.of("result", 42)));
        assertThat(result.path("isError").asBoolean(false)).isFalse();
    }

    @Test
    void anErrorIsThatOfTheOperation() throws IOException {
        JsonNode result = call("call", "{'operation': 'shop.pay'}");

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.path("content").path(0).path("text").asString())
                .contains("the purse is empty");
        assertThat(result.path("_meta").toString()).contains("NO_MONEY");
    }

    @Test
    void anUnknownOperationIsAnErrorThatTheModelReads() throws IOException {
        JsonNode result = call("call", "{'operation': 'shop.none'}");

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.path("content").path(0).path("text").asString())
                .contains("there is no operation shop.none; search finds the ids of operations");
    }

    @Test
    void aSubscriptionIsCollected() throws IOException {
        JsonNode result = call("call", "{'operation': 'shop.count'}");

        assertThat(result.path("structuredContent"))
                .isEqualTo(Json.parse("{\"items\": [1, 2, 3], \"complete\": true}"));
    }

    @Test
    void aBatchAnswersEachCall() throws IOException {
        JsonNode results =
                call(
                                "batch",
                                "{'calls': [{'operation': 'shop.double', 'input': 2},"
                                        + " {'operation': 'shop.pay'}]}")
                        .path("structuredContent")
                        .path("results");

        assertThat(results.path(0).path("data").asInt()).isEqualTo(4);
        assertThat(results.path(1).path("error").path("code").asString()).isEqualTo("NO_MONEY");
    }
}
