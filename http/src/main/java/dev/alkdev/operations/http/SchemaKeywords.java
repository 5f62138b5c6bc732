package dev.alkdev.operations.http;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Set;
import java.util.function.UnaryOperator;

/** Knows where in a JSON Schema further schemas stand, and where only values do. */
final class SchemaKeywords {
    private static final Set<String> SCHEMAS =
            Set.of(
                    "items",
                    "additionalItems",
                    "prefixItems",
                    "unevaluatedItems",
                    "contains",
                    "additionalProperties",
                    "unevaluatedProperties",
                    "propertyNames",
                    "allOf",
                    "anyOf",
                    "oneOf",
                    "not",
                    "if",
                    "then",
                    "else",
                    "contentSchema");
    private static final Set<String> MAPS =
            Set.of(
                    "properties",
                    "patternProperties",
                    "dependentSchemas",
                    "dependencies",
                    "$defs",
                    "definitions");

    private SchemaKeywords() {}

    /** The value of a keyword with another schema in the place of each that stands in it. */
    static JsonNode replace(String keyword, JsonNode value, UnaryOperator<JsonNode> schema) {
        if (SCHEMAS.contains(keyword)) {
            return value.isArray() ? list(value, schema) : schema.apply(value);
        }
        if (MAPS.contains(keyword) && value.isObject()) {
            ObjectNode map = JsonNodeFactory.instance.objectNode();
            // The older "dependencies" may also name properties, in a list.
            value.forEachEntry(
                    (name, each) -> map.set(name, each.isArray() ? each : schema.apply(each)));
            return map;
        }
        return value;
    }

    private static ArrayNode list(JsonNode value, UnaryOperator<JsonNode> schema) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode(value.size());
        value.forEach(each -> list.add(schema.apply(each)));
        return list;
    }
}
