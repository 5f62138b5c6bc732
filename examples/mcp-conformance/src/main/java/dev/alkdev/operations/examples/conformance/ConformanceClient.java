package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpException;
import dev.alkdev.operations.mcp.McpQuestion;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.util.Map;

/** Uses everything that a server of the suite has, once. */
final class ConformanceClient {
    private final McpClient client;

    private ConformanceClient(McpClient client) {
        this.client = client;
    }

    /**
     * Runs against a server.
     *
     * @param environment tells the scenario, and which calls it wants
     */
    static void run(URI uri, Map<String, String> environment) {
        McpServerOptions config =
                McpServerOptions.url(uri)
                        .clientInfo("operations-conformance", "1.0")
                        .onQuestion(ConformanceClient::answer)
                        .build();
        String scenario = environment.getOrDefault("MCP_CONFORMANCE_SCENARIO", "");
        JsonNode context = Json.parse(environment.getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}"));
        try (McpClient client = McpClient.connect(config)) {
            ConformanceClient user = new ConformanceClient(client);
            if (context.path("toolCalls").isArray()) {
                client.listTools();
                context.path("toolCalls")
                        .forEach(call -> user.call(call.path("name"), call.path("arguments")));
            } else {
                // The server of this scenario has tools that cannot be called.
                user.tools(!scenario.equals("json-schema-ref-no-deref"));
                user.others();
            }
        }
    }

    private void tools(boolean calls) {
        for (JsonNode tool : client.listTools()) {
            if (calls) {
                call(tool.path("name"), Samples.of(tool.path("inputSchema")));
            }
        }
    }

    private void call(JsonNode name, JsonNode arguments) {
        System.err.println(name + ": " + client.callTool(name.asString(), arguments));
    }

    private void others() {
        if (client.serverCapabilities().has("resources")) {
            client.listResources()
                    .forEach(resource -> client.readResource(resource.path("uri").asString()));
        }
        if (client.serverCapabilities().has("prompts")) {
            client.listPrompts()
                    .forEach(
                            prompt ->
                                    client.getPrompt(
                                            prompt.path("name").asString(),
                                            JsonNodeFactory.instance.objectNode()));
        }
    }

    /** What a person who accepts all defaults answers. */
    private static JsonNode answer(McpQuestion question) {
        if (!question.method().equals(McpQuestion.ELICIT)) {
            throw new McpException(-1, "only people are asked here, not " + question.method());
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("action", "accept");
        return answer.set("content", Samples.of(question.params().path("requestedSchema")));
    }
}
