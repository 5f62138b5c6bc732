package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * A parameter beside the body.
 *
 * @param required whether a request without it makes no sense
 * @param schema of its value, as a part of a composed schema
 * @param content the media type of a parameter that is the whole query; null for all others
 * @param declaredDefault its default in the document; missing if it has none
 */
record Parameter(
        String name,
        ParameterLocation location,
        boolean required,
        ValueFormat format,
        JsonNode schema,
        @Nullable Content content,
        JsonNode declaredDefault) {

    String key() {
        return location.key(name);
    }

    Parameter asOptional() {
        return new Parameter(name, location, false, format, schema, content, declaredDefault);
    }
}
