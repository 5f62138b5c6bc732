package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Repeats parts of the body of a request in headers, as 2026-07-28 requires. */
final class HeaderMirror {
    private static final String ENCODED = "=?base64?";
    private static final String ENCODED_END = "?=";

    private HeaderMirror() {}

    /** Adds {@code Mcp-Method} and {@code Mcp-Name}. */
    static void standard(RpcMessage message, List<String> headers) {
        if (message instanceof RpcMessage.Request request) {
            headers.addAll(List.of("Mcp-Method", request.method()));
            String name = name(request.method(), request.params());
            if (name != null) {
                headers.addAll(List.of("Mcp-Name", encoded(name)));
            }
        } else if (message instanceof RpcMessage.Notification notification) {
            headers.addAll(List.of("Mcp-Method", notification.method()));
        }
    }

    private static @Nullable String name(String method, @Nullable JsonNode params) {
        if (params == null) {
            return null;
        }
        return switch (method) {
            case "tools/call", "prompts/get" -> params.path("name").asString("");
            case "resources/read" -> params.path("uri").asString("");
            default -> null;
        };
    }

    /**
     * The headers that a tool wants for its arguments.
     *
     * @param places as {@link ToolHeaders#of} found them
     */
    static Map<String, String> parameters(Map<String, List<String>> places, JsonNode arguments) {
        Map<String, String> headers = new LinkedHashMap<>();
        places.forEach(
                (header, path) -> {
                    JsonNode value = arguments;
                    for (String step : path) {
                        value = value.path(step);
                    }
                    String text = HttpEndpoint.text(value);
                    if (text != null) {
                        headers.put("Mcp-Param-" + header, encoded(text));
                    }
                });
        return headers;
    }

    /** A text as a header can carry it. */
    static String encoded(String text) {
        boolean plain =
                text.equals(text.strip())
                        && text.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t')
                        && !(text.startsWith(ENCODED) && text.endsWith(ENCODED_END));
        return plain
                ? text
                : ENCODED
                        + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))
                        + ENCODED_END;
    }
}
