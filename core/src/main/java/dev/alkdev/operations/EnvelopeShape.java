package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Detects envelopes in JSON. */
final class EnvelopeShape {
    private EnvelopeShape() {}

    /** The envelope that a JSON value is, or null if it is none. */
    static @Nullable ResponseEnvelope<JsonNode> read(JsonNode value) {
        // Almost every result stops at this first look-up.
        if (!(value instanceof ObjectNode)
                || !(value.get("meta") instanceof ObjectNode meta)
                || !value.has("data")
                || !fitsSource(meta)) {
            return null;
        }
        try {
            return ResponseEnvelope.fromJson(value);
        } catch (IllegalArgumentException notQuite) {
            return null;
        }
    }

    private static boolean fitsSource(JsonNode meta) {
        JsonNode source = meta.get("source");
        if (source == null || !source.isString()) {
            return false;
        }
        return switch (source.stringValue()) {
            case LocalMeta.SOURCE -> LocalMeta.fits(meta);
            case HttpMeta.SOURCE -> HttpMeta.fits(meta);
            case McpMeta.SOURCE -> McpMeta.fits(meta);
            default -> false;
        };
    }

    static boolean isText(JsonNode object, String field) {
        return object.path(field).isString();
    }

    static boolean isNumber(JsonNode object, String field) {
        return object.path(field).canConvertToLong();
    }
}
