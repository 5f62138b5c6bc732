package dev.alkdev.operations.openapi;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;

/** Reads the text of a document, JSON or YAML, whichever it is. */
final class DocumentText {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private DocumentText() {}

    /**
     * The tree of a document.
     *
     * @throws DocumentException if it is neither JSON nor YAML
     */
    static JsonNode parse(byte[] bytes) {
        if (looksLikeJson(bytes)) {
            try {
                return MAPPER.readTree(bytes);
            } catch (JacksonException e) {
                return yamlAfterAll(bytes, e);
            }
        }
        return YamlTree.parse(text(bytes));
    }

    private static boolean looksLikeJson(byte[] bytes) {
        for (byte each : bytes) {
            boolean skipped = each <= ' ';
            if (!skipped) {
                return each == '{' || each == '[';
            }
        }
        return false;
    }

    /** A brace may also begin YAML; if it does not, the complaint about the JSON is the one. */
    private static JsonNode yamlAfterAll(byte[] bytes, JacksonException notJson) {
        try {
            return YamlTree.parse(text(bytes));
        } catch (DocumentException notYaml) {
            var location = notJson.getLocation();
            String where =
                    location == null
                            ? ""
                            : " at line "
                                    + location.getLineNr()
                                    + ", column "
                                    + location.getColumnNr();
            throw new DocumentException(
                    "not JSON: " + notJson.getOriginalMessage() + where, notJson);
        }
    }

    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
