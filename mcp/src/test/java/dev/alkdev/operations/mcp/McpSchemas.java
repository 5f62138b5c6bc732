package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/** The JSON Schemas of the protocol's versions, as its authors publish them. */
final class McpSchemas {
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();
    private static final Map<String, String> RESULTS =
            Map.ofEntries(
                    Map.entry("server/discover", "DiscoverResult"),
                    Map.entry("initialize", "InitializeResult"),
                    Map.entry("tools/list", "ListToolsResult"),
                    Map.entry("tools/call", "CallToolResult"),
                    Map.entry("resources/list", "ListResourcesResult"),
                    Map.entry("resources/templates/list", "ListResourceTemplatesResult"),
                    Map.entry("resources/read", "ReadResourceResult"),
                    Map.entry("prompts/list", "ListPromptsResult"),
                    Map.entry("prompts/get", "GetPromptResult"),
                    Map.entry("completion/complete", "CompleteResult"),
                    Map.entry(McpQuestion.ELICIT, "ElicitResult"),
                    Map.entry(McpQuestion.SAMPLE, "CreateMessageResult"),
                    Map.entry(McpQuestion.ROOTS, "ListRootsResult"));

    private McpSchemas() {}

    /**
     * Asserts that a message of a server is one of a version.
     *
     * @param method of the request that it answers, if it does
     */
    static void check(McpVersion version, String method, JsonNode message) {
        check(version, method, message, "Server");
    }

    /** As {@link #check}, for a message of a client. */
    static void checkClient(McpVersion version, String method, JsonNode message) {
        check(version, method, message, "Client");
    }

    private static void check(McpVersion version, String method, JsonNode message, String side) {
        assertFits(version, "JSONRPCMessage", message);
        if (message.has("result")) {
            assertFits(version, resultType(version, method, message), message.get("result"));
        } else if (message.has("method")) {
            assertFits(version, side + (message.has("id") ? "Request" : "Notification"), message);
        }
        message.path("params").path("inputResponses").forEach(one -> checkInput(version, one));
    }

    private static String resultType(McpVersion version, String method, JsonNode message) {
        boolean asks = message.at("/result/resultType").asString("").equals("input_required");
        String standard = version.isModern() ? "Result" : "EmptyResult";
        return asks ? "InputRequiredResult" : RESULTS.getOrDefault(method, standard);
    }

    private static void checkInput(McpVersion version, JsonNode response) {
        assertFits(version, "InputResponse", response);
    }

    private static void assertFits(McpVersion version, String type, JsonNode value) {
        Schema schema = SCHEMAS.computeIfAbsent(version + " " + type, key -> read(version, type));
        assertThat(schema.errors(value)).as("%s %s: %s", version, type, value).isEmpty();
    }

    private static Schema read(McpVersion version, String type) {
        String name = "/mcp-schema/" + version.text() + ".json.gz";
        try (InputStream in =
                new GZIPInputStream(
                        Objects.requireNonNull(McpSchemas.class.getResourceAsStream(name)))) {
            ObjectNode all = (ObjectNode) Json.parse(in.readAllBytes());
            String definitions = all.has("$defs") ? "$defs" : "definitions";
            assertThat(all.path(definitions).has(type)).as("%s has %s", version, type).isTrue();
            return Schema.of(all.put("$ref", "#/" + definitions + "/" + type));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
