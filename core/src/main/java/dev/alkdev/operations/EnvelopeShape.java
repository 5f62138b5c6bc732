package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tells whether a JSON value is an envelope, without making one. */
final class EnvelopeShape {
    private EnvelopeShape() {}

    static boolean fits(JsonNode value) {
        // Almost every result stops at this first look-up.
        return value instanceof ObjectNode
                && value.get("meta") instanceof ObjectNode meta
                && value.has("data")
                && fitsSource(meta);
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
