package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a schema refuse members that its objects do not declare. */
final class ClosedObjects {
    private static final String ADDITIONAL = "additionalProperties";

    private ClosedObjects() {}

    static JsonNode of(JsonNode schema) {
        JsonNode json = schema.deepCopy();
        close(json);
        TypeNames.copy(schema, json);
        return json;
    }

    /**
     * Every object in a schema of a class that declares members is an object of that class. Not so
     * in {@code allOf}, whose schemas describe parts of one object.
     */
    private static void close(JsonNode schema) {
        if (!(schema instanceof ObjectNode object)) {
            return;
        }
        if (object.path("properties").isObject() && !object.has(ADDITIONAL)) {
            object.put(ADDITIONAL, false);
        }
        for (String schemas : new String[] {"properties", "$defs"}) {
            closeAll(object.path(schemas));
        }
        for (String branches : new String[] {"anyOf", "oneOf", "prefixItems"}) {
            closeAll(object.path(branches));
        }
        for (String inner : new String[] {"items", ADDITIONAL}) {
            close(object.path(inner));
        }
    }

    private static void closeAll(JsonNode schemas) {
        for (JsonNode schema : schemas) {
            close(schema);
        }
    }
}
