package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.HandlerContract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** The contract of operations, for a tool of an MCP server. */
class McpToolContractTest implements HandlerContract {
    private static final Schema NUMBER =
            Schema.parse(
                    """
                    {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
                    """);

    private static McpTestServer server;
    private static McpSources sources;

    @BeforeAll
    static void start() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("math.same").input(NUMBER).output(NUMBER).build(),
                (input, context) -> input);
        server = McpTestServer.serving(McpGateway.over(registry));
        sources = McpSources.of(Map.of("math", config(McpEra.LEGACY)));
    }

    private static McpServerOptions config(McpEra era) {
        return McpServerOptions.url(server.uri("/mcp/math")).era(era).build();
    }

    @AfterAll
    static void stop() {
        sources.close();
        server.close();
    }

    @Override
    public OperationBinding operation() {
        return sources.operations().getFirst();
    }

    @Override
    public JsonNode validInput() {
        return Json.parse("{\"n\": 1}");
    }

    @Override
    public JsonNode invalidInput() {
        return Json.parse("{\"n\": \"one\"}");
    }
}
