package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;

/**
 * The text of a document, JSON or YAML, whichever it is: characters at hand or bytes that were
 * read. Neither is turned into the other for JSON: that would cost as much as parsing it.
 */
sealed interface DocumentText {
    JsonMapper MAPPER = JsonMapper.builder().build();

    /** Equal for the same text read again, and for no other. */
    String fingerprint();

    String characters();

    boolean looksLikeJson();

    /**
     * The tree of the text taken for JSON.
     *
     * @throws JacksonException if it is none
     * @throws DocumentException if it is JSON, but an object has a name twice
     */
    JsonNode json();

    /**
     * The tree of the document.
     *
     * @throws DocumentException if it is neither JSON nor YAML
     */
    default JsonNode parse() {
        if (!looksLikeJson()) {
            return YamlTree.parse(characters());
        }
        try {
            return json();
        } catch (JacksonException notJson) {
            return yamlAfterAll(notJson);
        }
    }

    /** A brace may also begin YAML; if it does not, the complaint about the JSON is the one. */
    private JsonNode yamlAfterAll(JacksonException notJson) {
        try {
            return YamlTree.parse(characters());
        } catch (DocumentException notYaml) {
            throw notJson(notJson);
        }
    }

    private static DocumentException notJson(JacksonException e) {
        return new DocumentException("not JSON: " + Json.reason(e), e);
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** A text at hand. */
    record Characters(String text) implements DocumentText {
        public Characters {
            text = withoutMark(text);
        }

        @Override
        public String fingerprint() {
            return text;
        }

        @Override
        public String characters() {
            return text;
        }

        @Override
        public boolean looksLikeJson() {
            int first = 0;
            while (first < text.length() && text.charAt(first) <= ' ') {
                first++;
            }
            return text.startsWith("{", first) || text.startsWith("[", first);
        }

        @Override
        public JsonNode json() {
            return Json.read(() -> JsonTree.parse(MAPPER.createParser(text)));
        }
    }

    /** A text that was read, in the encoding it says itself. */
    final class Bytes implements DocumentText {
        private final byte[] bytes;

        Bytes(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public String fingerprint() {
            return ContentHash.of(bytes);
        }

        @Override
        public String characters() {
            return withoutMark(new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public boolean looksLikeJson() {
            for (byte each : bytes) {
                // Bytes of a mark are negative.
                boolean skipped = each <= ' ';
                if (!skipped) {
                    return each == '{' || each == '[';
                }
            }
            return false;
        }

        @Override
        public JsonNode json() {
            return Json.read(() -> JsonTree.parse(MAPPER.createParser(bytes)));
        }
    }
}
