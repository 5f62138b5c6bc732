package dev.alkdev.operations.examples.conformance;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.Map;

/** Values that fit the schemas of the suite. */
final class Samples {
    private Samples() {}

    /** An object with all properties: their defaults, or something of their type. */
    static ObjectNode of(JsonNode schema) {
        ObjectNode sample = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            sample.set(property.getKey(), value(property.getValue()));
        }
        return sample;
    }

    private static JsonNode value(JsonNode schema) {
        if (schema.has("default")) {
            return schema.get("default");
        }
        return switch (schema.path("type").asString("")) {
            case "integer", "number" -> IntNode.valueOf(2);
            case "boolean" -> BooleanNode.TRUE;
            case "object" -> of(schema);
            case "array" -> JsonNodeFactory.instance.arrayNode();
            default -> StringNode.valueOf(schema.path("enum").path(0).asString("text"));
        };
    }
}
