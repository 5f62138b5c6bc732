package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes an input from query parameters: text becomes what the schema asks for, and stays text where
 * it asks for nothing. What cannot be converted stays text, so that checking the input says what is
 * wrong with it.
 */
final class QueryInput {
    private static final Set<JsonType> SCALARS =
            Set.of(
                    JsonType.STRING,
                    JsonType.NUMBER,
                    JsonType.INTEGER,
                    JsonType.BOOLEAN,
                    JsonType.NULL);

    private QueryInput() {}

    static ObjectNode read(SchemaView schema, Map<String, List<String>> parameters) {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        parameters.forEach((name, values) -> input.set(name, value(schema.property(name), values)));
        return input;
    }

    private static JsonNode value(SchemaView schema, List<String> values) {
        if (values.size() == 1) {
            return schema.fromText(values.getFirst(), StringNode::valueOf);
        }
        Set<JsonType> types = schema.types();
        boolean list = types.contains(JsonType.ARRAY) && !types.contains(JsonType.STRING);
        ArrayNode array = JsonNodeFactory.instance.arrayNode(values.size());
        for (String value : values) {
            SchemaView each = list ? schema : schema.item(array.size());
            JsonNode read = each.fromText(value, StringNode::valueOf);
            if (list && read.isArray()) {
                array.addAll(read.values());
            } else {
                array.add(read);
            }
        }
        return array;
    }

    /** Whether a property can be written in the query part of an address. */
    static boolean isFlat(SchemaView property) {
        Set<JsonType> types = property.types();
        if (types.equals(Set.of(JsonType.ARRAY))) {
            types = property.items().types();
        }
        return !types.isEmpty() && SCALARS.containsAll(types);
    }
}
