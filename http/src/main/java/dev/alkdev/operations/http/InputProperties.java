package dev.alkdev.operations.http;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.HashSet;
import java.util.Set;

/** The properties that the schema of an input declares, and of what types they are. */
final class InputProperties {
    private static final int MAX_DEPTH = 30;
    private static final Set<String> SCALARS =
            Set.of("string", "number", "integer", "boolean", "null");

    private final JsonNode root;

    InputProperties(JsonNode schema) {
        this.root = schema;
    }

    /** The schema of a property, through references; missing if it says nothing of it. */
    JsonNode property(String name) {
        JsonNode object = resolved(root);
        JsonNode declared = object.path("properties").path(name);
        return resolved(declared.isMissingNode() ? object.path("additionalProperties") : declared);
    }

    boolean declares(String name) {
        return resolved(root).path("properties").has(name);
    }

    /** The schema of the items of an array. */
    JsonNode items(JsonNode array) {
        return resolved(array.path("items"));
    }

    /** Whether every property can be written in the query part of an address. */
    boolean areFlat() {
        JsonNode properties = root.path("properties");
        if (!properties.isObject() || !root.path("type").asString("").equals("object")) {
            return false;
        }
        for (JsonNode property : properties) {
            if (!isFlat(resolved(property))) {
                return false;
            }
        }
        return true;
    }

    private boolean isFlat(JsonNode property) {
        Set<String> types = types(property);
        if (types.equals(Set.of("array"))) {
            types = types(items(property));
        }
        return !types.isEmpty() && SCALARS.containsAll(types);
    }

    /** The types that a schema allows; empty if it does not say. */
    Set<String> types(JsonNode schema) {
        return types(schema, 0);
    }

    private Set<String> types(JsonNode given, int depth) {
        JsonNode schema = resolved(given);
        Set<String> types = new HashSet<>();
        if (depth > MAX_DEPTH) {
            return types;
        }
        JsonNode type = schema.path("type");
        if (type.isString()) {
            types.add(type.asString());
        } else if (type.isArray()) {
            type.forEach(each -> types.add(each.asString("")));
        } else if (schema.has("const")) {
            types.add(typeOf(schema.get("const")));
        } else if (schema.path("enum").isArray()) {
            schema.path("enum").forEach(each -> types.add(typeOf(each)));
        } else {
            return combined(schema, depth);
        }
        return types;
    }

    private Set<String> combined(JsonNode schema, int depth) {
        for (JsonNode part : schema.path("allOf")) {
            Set<String> types = types(part, depth + 1);
            if (!types.isEmpty()) {
                return types;
            }
        }
        Set<String> either = new HashSet<>();
        for (String keyword : new String[] {"anyOf", "oneOf"}) {
            for (JsonNode part : schema.path(keyword)) {
                Set<String> types = types(part, depth + 1);
                if (types.isEmpty()) {
                    return types;
                }
                either.addAll(types);
            }
        }
        return either;
    }

    private static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING, BINARY -> "string";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case BOOLEAN -> "boolean";
            case ARRAY -> "array";
            case NULL, MISSING -> "null";
            case OBJECT, POJO -> "object";
        };
    }

    /** Follows references within the schema. */
    private JsonNode resolved(JsonNode schema) {
        JsonNode at = schema;
        for (int i = 0; i < MAX_DEPTH && at.path("$ref").isString(); i++) {
            at = target(at.path("$ref").asString());
        }
        return at;
    }

    private JsonNode target(String reference) {
        if (!reference.startsWith("#")) {
            return MissingNode.getInstance();
        }
        try {
            return root.at(QueryText.decode(reference.substring(1).replace("+", "%2B")));
        } catch (IllegalArgumentException | Refusal noPointer) {
            return MissingNode.getInstance();
        }
    }
}
