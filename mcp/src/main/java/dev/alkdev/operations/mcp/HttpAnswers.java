package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;

/** The bytes of answers and events. */
final class HttpAnswers {
    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";
    static final byte[] EVENT = ascii("event: message\ndata: ");
    static final byte[] EVENT_END = ascii("\n\n");
    private static final byte[] BEGIN = ascii("{\"jsonrpc\":\"2.0\",\"id\":");
    private static final byte[] RESULT = ascii(",\"result\":");
    private static final byte[] TEXT =
            ascii(",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
    private static final byte[] TEXT_END = ascii("}]");
    private static final byte[] STRUCTURED = ascii("}],\"structuredContent\":");
    private static final byte[] COMPLETE = ascii(",\"resultType\":\"complete\"}");
    private static final byte[] END = ascii("}");
    private static final byte[] NOTHING = {};

    /** Whether our writer does so, which nothing but its settings decides. */
    private static final boolean ESCAPES_SLASHES =
            Json.mapper().writeValueAsString("/").indexOf('\\') >= 0;

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
        return joined(BEGIN, id(id), RESULT, result, END);
    }

    /** The message of a result, for which its data is written once. */
    static byte[] result(JsonNode id, Answer.Typed typed) {
        byte[] data = bytes(typed.data());
        JsonNode structured = typed.structured();
        byte[] repeated = structured == typed.data() ? data : NOTHING;
        if (structured != null && structured != typed.data()) {
            repeated = bytes(structured);
        }
        return joined(
                BEGIN,
                id(id),
                TEXT,
                // A text is quoted once already.
                typed.data().isString() ? data : quoted(data),
                structured == null ? TEXT_END : STRUCTURED,
                repeated,
                typed.isModern() ? COMPLETE : END,
                END);
    }

    private static byte[] id(JsonNode id) {
        return id.isIntegralNumber() ? ascii(id.asString()) : bytes(id);
    }

    /** JSON as a text in JSON. What else must be escaped is so in JSON already. */
    private static byte[] quoted(byte[] json) {
        int more = 2;
        for (byte each : json) {
            if (isEscaped(each)) {
                more++;
            }
        }
        byte[] text = new byte[json.length + more];
        text[0] = '"';
        int length = 1;
        for (byte each : json) {
            if (isEscaped(each)) {
                text[length++] = '\\';
            }
            text[length++] = each;
        }
        text[length] = '"';
        return text;
    }

    private static boolean isEscaped(byte each) {
        return each == '"' || each == '\\' || (each == '/' && ESCAPES_SLASHES);
    }

    static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length = Math.addExact(length, part.length);
        }
        byte[] whole = new byte[length];
        int end = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, whole, end, part.length);
            end += part.length;
        }
        return whole;
    }

    static byte[] error(@Nullable JsonNode id, McpException error) {
        return bytes(RpcMessage.Failure.of(id, error).toJson());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
