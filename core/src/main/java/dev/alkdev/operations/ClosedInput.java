package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the schema of a Java type refuse members that the type does not have. */
final class ClosedInput {
    private static final String ADDITIONAL = "additionalProperties";

    private ClosedInput() {}

    static Schema of(Schema schema) {
        JsonNode json = schema.toJson().deepCopy();
        close(json);
        return Schema.of(json);
    }

    /** Every object in a schema of a class that declares members is an object of that class. */
    private static void close(JsonNode schema) {
        if (!(schema instanceof ObjectNode object)) {
            return;
        }
        if (object.path("properties").isObject() && !object.has(ADDITIONAL)) {
            object.put(ADDITIONAL, false);
        }
        for (String schemas : new String[] {"properties", "$defs"}) {
            object.path(schemas).forEach(ClosedInput::close);
        }
        for (String branches : new String[] {"anyOf", "oneOf", "prefixItems"}) {
            object.path(branches).forEach(ClosedInput::close);
        }
        for (String inner : new String[] {"items", ADDITIONAL}) {
            close(object.path(inner));
        }
    }
}
