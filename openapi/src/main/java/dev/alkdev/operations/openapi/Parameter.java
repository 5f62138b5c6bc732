package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A parameter beside the body.
 *
 * @param required whether a request without it makes no sense
 * @param schema of its value, as a part of a composed schema
 */
record Parameter(
        String name,
        ParameterLocation location,
        boolean required,
        ValueFormat format,
        JsonNode schema) {

    /** What is sent if the caller gives nothing; missing if nothing is. */
    JsonNode fallback() {
        return required ? schema.path("default") : MissingNode.getInstance();
    }
}
