package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaException;
import dev.alkdev.operations.schema.SchemaOptions;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The valid parts of a tool's input schema. The other parts are not checked here, because the
 * server checks its arguments itself.
 *
 * @param schema valid in its dialect
 * @param problem the first invalid part and its place; empty if the whole schema is valid
 */
record RepairedSchema(Schema schema, String problem) {
    private static final SchemaOptions TOLERANT = SchemaOptions.defaults().withTolerance();

    /** Repairs the input schema of a tool. A missing schema accepts every object. */
    static RepairedSchema of(JsonNode schema) {
        if (!schema.isObject()) {
            return new RepairedSchema(anyObject(), "it has no inputSchema");
        }
        try {
            return new RepairedSchema(Schema.of(schema), "");
        } catch (SchemaException invalid) {
            return new RepairedSchema(
                    Schema.of(Schema.of(schema, TOLERANT).json()),
                    "a part of its input schema is invalid and not checked: "
                            + invalid.getMessage());
        }
    }

    private static Schema anyObject() {
        return Schema.of(JsonNodeFactory.instance.objectNode().put("type", "object"));
    }

    /** Whether the schema needs documents from the network, which are never fetched. */
    static boolean refersToNetwork(JsonNode schema) {
        return schema.findValuesAsString("$ref").stream()
                .anyMatch(reference -> reference.matches("(?i)https?:.*"));
    }
}
