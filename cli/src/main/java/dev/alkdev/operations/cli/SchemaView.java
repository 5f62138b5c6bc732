package dev.alkdev.operations.cli;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a JSON Schema as people do: what properties are there, and of which types, wherever {@code
 * $ref} and combinations put them. Immutable; threads may share it.
 */
final class SchemaView {
    private static final List<String> COMBINATIONS = List.of("allOf", "anyOf", "oneOf");

    /** Deeper than any schema by hand, and the end of one that refers to itself. */
    private static final int DEEPEST = 16;

    private final JsonNode root;

    SchemaView(JsonNode root) {
        this.root = root;
    }

    JsonNode root() {
        return root;
    }

    /** The properties of an object, in the order they are declared. */
    Map<String, JsonNode> properties(JsonNode schema) {
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        for (JsonNode part : parts(schema)) {
            part.path("properties")
                    .properties()
                    .forEach(each -> properties.putIfAbsent(each.getKey(), each.getValue()));
        }
        return properties;
    }

    /** The schema of a property, of what else an object may have, or a missing node. */
    JsonNode property(JsonNode schema, String name) {
        JsonNode declared = properties(schema).get(name);
        if (declared != null) {
            return declared;
        }
        for (JsonNode part : parts(schema)) {
            if (part.path("additionalProperties").isObject()) {
                return part.get("additionalProperties");
            }
        }
        return MissingNode.getInstance();
    }

    boolean isRequired(JsonNode schema, String name) {
        for (JsonNode part : parts(schema)) {
            for (JsonNode required : part.path("required")) {
                if (required.asString("").equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    JsonNode items(JsonNode schema) {
        for (JsonNode part : parts(schema)) {
            if (part.path("items").isObject()) {
                return part.get("items");
            }
        }
        return MissingNode.getInstance();
    }

    /** The values it lists, if it does. */
    List<JsonNode> values(JsonNode schema) {
        List<JsonNode> values = new ArrayList<>();
        for (JsonNode part : parts(schema)) {
            part.path("enum").forEach(values::add);
            if (part.has("const")) {
                values.add(part.get("const"));
            }
        }
        return values;
    }

    /** The names of the types it allows; empty if it does not say. */
    Set<String> types(JsonNode schema) {
        Set<String> types = new LinkedHashSet<>();
        for (JsonNode part : parts(schema)) {
            JsonNode type = part.path("type");
            if (type.isString()) {
                types.add(type.asString());
            }
            type.forEach(each -> types.add(each.asString("")));
            if (type.isMissingNode() && part.has("properties")) {
                types.add("object");
            }
        }
        if (types.isEmpty()) {
            values(schema).forEach(value -> types.add(typeOf(value)));
        }
        return types;
    }

    static String typeOf(JsonNode value) {
        if (value.isIntegralNumber()) {
            return "integer";
        }
        return switch (value.getNodeType()) {
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            case NULL -> "null";
            case ARRAY -> "array";
            case OBJECT -> "object";
            default -> "string";
        };
    }

    /** A description wherever it stands. */
    String description(JsonNode schema) {
        for (JsonNode part : parts(schema)) {
            if (part.path("description").isString()) {
                return part.get("description").asString();
            }
        }
        return "";
    }

    /** A format wherever it stands; empty if there is none. */
    String format(JsonNode schema) {
        for (JsonNode part : parts(schema)) {
            if (part.path("format").isString()) {
                return part.get("format").asString();
            }
        }
        return "";
    }

    /** The schema itself, what it refers to, and what they are combined from. */
    private List<JsonNode> parts(JsonNode schema) {
        List<JsonNode> parts = new ArrayList<>();
        collect(schema, parts, 0);
        return parts;
    }

    private void collect(JsonNode schema, List<JsonNode> parts, int depth) {
        if (!schema.isObject() || depth > DEEPEST) {
            return;
        }
        parts.add(schema);
        if (schema.path("$ref").isString()) {
            collect(target(schema.get("$ref").asString()), parts, depth + 1);
        }
        for (String combination : COMBINATIONS) {
            schema.path(combination).forEach(part -> collect(part, parts, depth + 1));
        }
    }

    private JsonNode target(String reference) {
        if (!reference.startsWith("#")) {
            return MissingNode.getInstance();
        }
        String pointer = reference.substring(1);
        return pointer.isEmpty() || pointer.startsWith("/")
                ? root.at(JsonPointer.compile(pointer))
                : MissingNode.getInstance();
    }
}
