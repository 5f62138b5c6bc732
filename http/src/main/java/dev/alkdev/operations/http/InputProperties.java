package dev.alkdev.operations.http;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The properties that the schema of an input declares, and of what types they are. */
final class InputProperties {
    private static final int MAX_DEPTH = 30;
    private static final int MAX_COMBINED = 8;
    private static final int MOST_DECLARATIONS = 100;
    private static final List<String> COMBINATIONS = List.of("allOf", "anyOf", "oneOf");
    private static final Set<String> SCALARS =
            Set.of("string", "number", "integer", "boolean", "null");

    private final JsonNode root;

    InputProperties(JsonNode schema) {
        this.root = schema;
    }

    /**
     * The schema of a property, wherever references and combinations put it; missing if nothing is
     * said of it. What several alternatives declare may be any of them.
     */
    JsonNode property(String name) {
        List<JsonNode> declared = new ArrayList<>();
        collect(root, part -> part.path("properties").path(name), declared, 0);
        if (declared.isEmpty()) {
            collect(root, part -> part.path("additionalProperties"), declared, 0);
        }
        declared.removeIf(schema -> types(schema).isEmpty());
        return switch (declared.size()) {
            case 0 -> MissingNode.getInstance();
            case 1 -> resolved(declared.getFirst());
            default -> {
                ObjectNode any = JsonNodeFactory.instance.objectNode();
                any.putArray("anyOf").addAll(declared);
                yield any;
            }
        };
    }

    boolean declares(String name) {
        List<JsonNode> declared = new ArrayList<>();
        collect(root, part -> part.path("properties").path(name), declared, 0);
        return !declared.isEmpty();
    }

    private void collect(
            JsonNode given, UnaryOperator<JsonNode> search, List<JsonNode> found, int depth) {
        JsonNode schema = resolved(given);
        if (depth > MAX_COMBINED || found.size() > MOST_DECLARATIONS) {
            return;
        }
        JsonNode hit = search.apply(schema);
        if (!hit.isMissingNode() && !found.contains(hit)) {
            found.add(hit);
        }
        for (String combination : COMBINATIONS) {
            schema.path(combination).forEach(part -> collect(part, search, found, depth + 1));
        }
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
