package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes an input from query parameters: text becomes what the schema asks for. What cannot stays
 * text, so that checking the input says what is wrong with it.
 */
final class QueryInput {
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d{1,4})?");

    private final InputProperties properties;

    QueryInput(InputProperties properties) {
        this.properties = properties;
    }

    ObjectNode read(Map<String, List<String>> parameters) {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        parameters.forEach(
                (name, values) -> input.set(name, value(properties.property(name), values)));
        return input;
    }

    private JsonNode value(JsonNode schema, List<String> values) {
        Set<String> types = properties.types(schema);
        boolean list = types.contains("array") && !types.contains("string");
        if (values.size() == 1 && !list) {
            return scalar(types, values.getFirst());
        }
        Set<String> itemTypes = properties.types(properties.items(schema));
        ArrayNode array = JsonNodeFactory.instance.arrayNode(values.size());
        values.forEach(value -> array.add(scalar(itemTypes, value)));
        return array;
    }

    private static JsonNode scalar(Set<String> types, String text) {
        if (types.isEmpty() || types.contains("string")) {
            return StringNode.valueOf(text);
        }
        boolean number = types.contains("number") || types.contains("integer");
        if (number && NUMBER.matcher(text).matches()) {
            return parsed(text);
        }
        if (types.contains("boolean") && (text.equals("true") || text.equals("false"))) {
            return BooleanNode.valueOf(text.equals("true"));
        }
        if (types.contains("null") && text.equals("null")) {
            return NullNode.getInstance();
        }
        boolean object = types.contains("object") && text.startsWith("{");
        boolean array = types.contains("array") && text.startsWith("[");
        return object || array ? parsed(text) : StringNode.valueOf(text);
    }

    private static JsonNode parsed(String text) {
        try {
            return Json.read(() -> Json.mapper().readTree(text));
        } catch (JacksonException notJson) {
            return StringNode.valueOf(text);
        }
    }
}
