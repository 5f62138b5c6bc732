package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The bytes of answers and events. */
final class HttpAnswers {
    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";
    static final byte[] HEARTBEAT = ascii(":\n\n");
    static final byte[] EVENT = ascii("event: message\ndata: ");
    static final byte[] EVENT_END = ascii("\n\n");

    private HttpAnswers() {}

    static void beginEvents(HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType(EVENTS);
        // A proxy that collects would hold back what is to be seen at once.
        response.setHeader("X-Accel-Buffering", "no");
    }

    static byte[] bytes(JsonNode json) {
        return Json.mapper().writeValueAsBytes(json);
    }

    /** The message of a result that was written before. */
    static byte[] result(JsonNode id, byte[] result) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(result.length + 100);
        out.writeBytes(ascii("{\"jsonrpc\":\"2.0\",\"id\":"));
        out.writeBytes(bytes(id));
        out.writeBytes(ascii(",\"result\":"));
        out.writeBytes(result);
        out.write('}');
        return out.toByteArray();
    }

    static byte[] error(@Nullable JsonNode id, McpException error) {
        return bytes(RpcMessage.Failure.of(id, error).toJson());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
