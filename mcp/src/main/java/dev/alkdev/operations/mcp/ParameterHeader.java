package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An argument that clients of 2026-07-28 repeat in a header, marked {@code x-mcp-header} in the
 * input schema.
 *
 * @param name of the header
 * @param path of the argument, member by member
 */
record ParameterHeader(String name, List<String> path) {
    private static final String MARK = "x-mcp-header";
    private static final String PREFIX = "=?base64?";
    private static final String SUFFIX = "?=";

    /** The headers of a schema, those that are reached by properties only. */
    static List<ParameterHeader> in(JsonNode schema) {
        List<ParameterHeader> found = new ArrayList<>();
        collect(schema, List.of(), found);
        return List.copyOf(found);
    }

    private static void collect(JsonNode schema, List<String> path, List<ParameterHeader> found) {
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            List<String> here = new ArrayList<>(path);
            here.add(property.getKey());
            String mark = property.getValue().path(MARK).asString("");
            if (!mark.isEmpty()) {
                found.add(new ParameterHeader("Mcp-Param-" + mark, List.copyOf(here)));
            }
            collect(property.getValue(), here, found);
        }
    }

    /**
     * Checks that the header agrees with the arguments.
     *
     * @param headers gives the value of a header, or null
     * @throws McpException {@code HEADER_MISMATCH} if it does not
     */
    void check(JsonNode arguments, Function<String, @Nullable String> headers) {
        JsonNode value = arguments;
        for (String member : path) {
            value = value.path(member);
        }
        String header = headers.apply(name);
        if (value.isMissingNode() || value.isNull()) {
            if (header != null) {
                throw mismatch(name + " is given, but the argument " + place() + " is not");
            }
            return;
        }
        if (header == null) {
            throw mismatch(name + " is missing, but the argument " + place() + " is given");
        }
        if (!isSame(decoded(name, header), value)) {
            throw mismatch(name + " differs from the argument " + place());
        }
    }

    private String place() {
        return String.join(".", path);
    }

    private static boolean isSame(String text, JsonNode value) {
        if (value.isNumber()) {
            try {
                return new BigDecimal(text).compareTo(value.decimalValue()) == 0;
            } catch (NumberFormatException e) {
                return false;
            }
        }
        return text.equals(value.asString());
    }

    /**
     * The decoded text of a header.
     *
     * @throws McpException {@code HEADER_MISMATCH} if it stands for none
     */
    static String decoded(String name, String header) {
        String text = header.strip();
        if (!text.startsWith(PREFIX) || !text.endsWith(SUFFIX)) {
            if (!isPlain(text)) {
                throw mismatch(name + " has characters that a header cannot have");
            }
            return text;
        }
        String encoded = text.substring(PREFIX.length(), text.length() - SUFFIX.length());
        try {
            if (encoded.length() % 4 != 0) {
                throw mismatch(name + " is not base64: its padding is missing");
            }
            byte[] bytes = Base64.getDecoder().decode(encoded);
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw mismatch(name + " is not base64 of a text in UTF-8");
        }
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\t' && (c < 0x20 || c >= 0x7f)) {
                return false;
            }
        }
        return true;
    }

    static McpException mismatch(String message) {
        return new McpException(McpErrorCode.HEADER_MISMATCH, "Header mismatch: " + message);
    }
}
