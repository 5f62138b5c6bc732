package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/** Makes up a value for a schema that stands alone: what is required, and little else. */
final class SampleValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_DEPTH = 12;

    private final JsonNode root;

    SampleValues(JsonNode root) {
        this.root = root;
    }

    JsonNode value(JsonNode schema, int depth) {
        if (schema.has("$ref")) {
            return value(root.at(schema.get("$ref").asString().substring(1)), depth + 1);
        }
        if (schema.has("const")) {
            return schema.get("const");
        }
        for (JsonNode value : schema.path("enum")) {
            if (!value.isNull()) {
                return value;
            }
        }
        for (String keyword : new String[] {"oneOf", "anyOf"}) {
            if (schema.has(keyword) && !schema.has("properties")) {
                return alternative(schema.get(keyword), depth);
            }
        }
        if (schema.has("allOf") && !schema.has("type")) {
            return value(schema.get("allOf").get(0), depth + 1);
        }
        return typed(type(schema), schema, depth);
    }

    private JsonNode alternative(JsonNode alternatives, int depth) {
        for (JsonNode each : alternatives) {
            if (!type(each).equals("null")) {
                return value(each, depth + 1);
            }
        }
        return NODES.nullNode();
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (type.isArray()) {
            for (JsonNode each : type) {
                if (!each.asString().equals("null")) {
                    return each.asString();
                }
            }
        }
        String implied =
                schema.has("properties") ? "object" : schema.has("items") ? "array" : "string";
        return type.isString() ? type.asString() : implied;
    }

    private JsonNode typed(String type, JsonNode schema, int depth) {
        return switch (type) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "integer" -> NODES.numberNode(Math.max(1, schema.path("minimum").asInt(1)));
            case "number" -> NODES.numberNode(Math.max(1, schema.path("minimum").asInt(1)));
            case "boolean" -> NODES.booleanNode(true);
            case "null" -> NODES.nullNode();
            default -> string(schema);
        };
    }

    private JsonNode array(JsonNode schema, int depth) {
        ArrayNode array = NODES.arrayNode();
        int least = schema.path("minItems").asInt(depth < 2 ? 1 : 0);
        for (int i = 0; i < least && depth < MAX_DEPTH; i++) {
            array.add(value(schema.path("items"), depth + 1));
        }
        return array;
    }

    private JsonNode object(JsonNode schema, int depth) {
        ObjectNode object = NODES.objectNode();
        if (depth > MAX_DEPTH) {
            return object;
        }
        Set<String> wanted = new LinkedHashSet<>();
        schema.path("required").forEach(name -> wanted.add(name.asString()));
        for (JsonNode branch : schema.path("anyOf")) {
            if (wanted.isEmpty() || branch.has("required")) {
                branch.path("required").forEach(name -> wanted.add(name.asString()));
                break;
            }
        }
        JsonNode properties = schema.path("properties");
        if (wanted.isEmpty() && depth < 2) {
            properties.propertyNames().stream().findFirst().ifPresent(wanted::add);
        }
        // A member may require others, which require more, as those of an optional body do.
        Deque<String> open = new ArrayDeque<>(wanted);
        while (!open.isEmpty()) {
            for (JsonNode name : schema.path("dependentRequired").path(open.pop())) {
                if (wanted.add(name.asString())) {
                    open.push(name.asString());
                }
            }
        }
        for (String name : wanted) {
            object.set(name, value(properties.path(name), depth + 1));
        }
        return object;
    }

    private static JsonNode string(JsonNode schema) {
        int least = schema.path("minLength").asInt(0);
        if (schema.has("pattern")) {
            String sample = PatternSample.of(schema.get("pattern").asString());
            return NODES.stringNode(sample.isEmpty() ? sample : padded(sample, least));
        }
        if (schema.path("contentEncoding").asString("").equals("base64")) {
            return NODES.stringNode("AAEC/w==");
        }
        return NODES.stringNode(least > 3 ? "a".repeat(least) : "a/b");
    }

    private static String padded(String text, int least) {
        String last = text.substring(text.length() - 1);
        return text + last.repeat(Math.max(0, least - text.length()));
    }
}
