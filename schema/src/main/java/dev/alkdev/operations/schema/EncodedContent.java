package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Draft-07 {@code contentEncoding} and {@code contentMediaType}, where formats are asserted. */
final class EncodedContent extends Assertion {
    private final boolean base64;
    private final boolean json;

    EncodedContent(Location schema, boolean base64, boolean json) {
        super(schema, base64 ? "contentEncoding" : "contentMediaType", JsonType.STRING.bit);
        this.base64 = base64;
        this.json = json;
    }

    @Override
    boolean holds(JsonNode value) {
        String text = base64 ? decode(value.asString()) : value.asString();
        return text != null && (!json || isJson(text));
    }

    private static @Nullable String decode(String text) {
        try {
            return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isJson(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    String demand(JsonNode value) {
        return "must be " + (json ? "JSON" : "text") + (base64 ? " in base64" : "");
    }
}
