package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The JSON Schemas of the protocol's versions, as its authors publish them. */
final class McpSchemas {
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();
    private static final Map<String, String> RESULTS =
            Map.of(
                    "server/discover", "DiscoverResult",
                    "initialize", "InitializeResult",
                    "tools/list", "ListToolsResult",
                    "tools/call", "CallToolResult",
                    "resources/list", "ListResourcesResult",
                    "resources/templates/list", "ListResourceTemplatesResult",
                    "resources/read", "ReadResourceResult",
                    "prompts/list", "ListPromptsResult",
                    "prompts/get", "GetPromptResult",
                    "completion/complete", "CompleteResult");

    private McpSchemas() {}

    /** Asserts that a message of a server is one of a version. */
    static void check(McpVersion version, String method, JsonNode message) {
        assertFits(version, "JSONRPCMessage", message);
        if (message.has("result")) {
            JsonNode result = message.get("result");
            boolean asks = result.path("resultType").asString("").equals("input_required");
            String standard = version.isModern() ? "Result" : "EmptyResult";
            assertFits(
                    version,
                    asks ? "InputRequiredResult" : RESULTS.getOrDefault(method, standard),
                    result);
        } else if (message.has("method")) {
            assertFits(
                    version, message.has("id") ? "ServerRequest" : "ServerNotification", message);
        }
    }

    private static void assertFits(McpVersion version, String type, JsonNode value) {
        Schema schema = SCHEMAS.computeIfAbsent(version + " " + type, key -> read(version, type));
        assertThat(schema.errors(value)).as("%s %s: %s", version, type, value).isEmpty();
    }

    private static Schema read(McpVersion version, String type) {
        Path file =
                Path.of(System.getProperty("vectors"))
                        .resolveSibling("mcp")
                        .resolve("schema-" + version + ".json");
        try {
            ObjectNode all = (ObjectNode) Json.parse(Files.readString(file));
            String definitions = all.has("$defs") ? "$defs" : "definitions";
            return Schema.of(all.put("$ref", "#/" + definitions + "/" + type));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
