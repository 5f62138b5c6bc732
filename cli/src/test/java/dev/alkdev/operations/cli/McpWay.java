package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** Calls operations of a hub as tools, as a client of 2026-07-28. */
final class McpWay {
    private McpWay() {}

    /** The message that answers a call. */
    static JsonNode call(HttpClient http, URI hub, String token, String operation, JsonNode input)
            throws IOException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
        String tool = operation.replace('.', '_');
        ObjectNode params = body.putObject("params").put("name", tool);
        params.set("arguments", input);
        params.putObject("_meta")
                .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
                .putObject("io.modelcontextprotocol/clientCapabilities");
        HttpRequest request =
                HttpRequest.newBuilder(hub.resolve("/mcp"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", "tools/call")
                        .header("Mcp-Name", tool)
                        .POST(BodyPublishers.ofString(body.toString()))
                        .build();
        return Json.parse(http.send(request, BodyHandlers.ofString()).body());
    }

    /** Code and details of a failure, as REST gives them; null if there is none. */
    static @Nullable JsonNode failure(JsonNode message) {
        JsonNode error = message.path("error");
        if (error.path("code").asInt(0) == -32602) {
            assertThat(error.path("message").asString()).startsWith("Unknown tool: ");
            return JsonNodeFactory.instance.objectNode().put("code", "OPERATION_NOT_FOUND");
        }
        if (error.isObject()) {
            return error.path("data");
        }
        JsonNode result = message.path("result");
        return result.path("isError").asBoolean(false)
                ? result.path("_meta").path("dev.alkdev.operations/error")
                : null;
    }
}
