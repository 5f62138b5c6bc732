package dev.alkdev.operations.cli;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
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
    private static final List<String> CHOICES = List.of("anyOf", "oneOf");

    /** Deeper than any schema by hand, and the end of one that refers to itself. */
    private static final int DEEPEST = 16;

    private final JsonNode root;

    SchemaView(JsonNode root) {
        this.root = root;
    }

    JsonNode root() {
        return root;
    }

    /**
     * The properties of an object, in the order they are declared. One that several alternatives
     * declare differently may be any of them.
     */
    Map<String, JsonNode> properties(JsonNode schema) {
        return properties(schema, 0);
    }

    private Map<String, JsonNode> properties(JsonNode schema, int depth) {
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        if (!schema.isObject() || depth > DEEPEST) {
            return properties;
        }
        schema.path("properties")
                .properties()
                .forEach(each -> properties.put(each.getKey(), each.getValue()));
        for (JsonNode part : demanded(schema)) {
            join(properties, properties(part, depth + 1), "allOf");
        }
        for (String choice : CHOICES) {
            Map<String, JsonNode> chosen = new LinkedHashMap<>();
            for (JsonNode branch : schema.path(choice)) {
                join(chosen, properties(branch, depth + 1), "anyOf");
            }
            join(properties, chosen, "allOf");
        }
        return properties;
    }

    private static void join(
            Map<String, JsonNode> properties, Map<String, JsonNode> more, String combination) {
        more.forEach(
                (name, schema) ->
                        properties.merge(
                                name, schema, (one, other) -> combine(one, other, combination)));
    }

    private static JsonNode combine(JsonNode one, JsonNode other, String combination) {
        if (one.equals(other)) {
            return one;
        }
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        if (one.size() == 1 && one.path(combination).isArray()) {
            one.get(combination).forEach(parts::add);
        } else {
            parts.add(one);
        }
        for (JsonNode part : parts) {
            if (part.equals(other)) {
                return one;
            }
        }
        return JsonNodeFactory.instance.objectNode().set(combination, parts.add(other));
    }

    /** What a value must fit as well: the target of a reference, and every part of an allOf. */
    private List<JsonNode> demanded(JsonNode schema) {
        List<JsonNode> demanded = new ArrayList<>();
        if (schema.path("$ref").isString()) {
            demanded.add(target(schema.get("$ref").asString()));
        }
        schema.path("allOf").forEach(demanded::add);
        return demanded;
    }

    /**
     * The schemas of which a value fits one, without one that is for null alone; empty if it has no
     * choice.
     */
    List<JsonNode> alternatives(JsonNode schema) {
        return alternatives(schema, 0);
    }

    private List<JsonNode> alternatives(JsonNode schema, int depth) {
        if (!schema.isObject() || depth > DEEPEST) {
            return List.of();
        }
        for (String choice : CHOICES) {
            List<JsonNode> branches = new ArrayList<>();
            schema.path(choice).forEach(branches::add);
            branches.removeIf(branch -> types(branch).equals(Set.of("null")));
            if (branches.size() > 1) {
                return branches;
            }
            if (branches.size() == 1) {
                return alternatives(branches.getFirst(), depth + 1);
            }
        }
        for (JsonNode part : demanded(schema)) {
            List<JsonNode> found = alternatives(part, depth + 1);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
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

    /** Whether an object must have a property, whichever alternative it is. */
    boolean isRequired(JsonNode schema, String name) {
        return isRequired(schema, name, 0);
    }

    private boolean isRequired(JsonNode schema, String name, int depth) {
        if (!schema.isObject() || depth > DEEPEST) {
            return false;
        }
        for (JsonNode required : schema.path("required")) {
            if (required.asString("").equals(name)) {
                return true;
            }
        }
        for (JsonNode part : demanded(schema)) {
            if (isRequired(part, name, depth + 1)) {
                return true;
            }
        }
        for (String choice : CHOICES) {
            List<JsonNode> branches = new ArrayList<>();
            schema.path(choice).forEach(branches::add);
            branches.removeIf(branch -> types(branch).equals(Set.of("null")));
            if (!branches.isEmpty()
                    && branches.stream().allMatch(each -> isRequired(each, name, depth + 1))) {
                return true;
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
        Set<JsonNode> values = new LinkedHashSet<>();
        for (JsonNode part : parts(schema)) {
            part.path("enum").forEach(values::add);
            if (part.has("const")) {
                values.add(part.get("const"));
            }
        }
        return List.copyOf(values);
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
        demanded(schema).forEach(part -> collect(part, parts, depth + 1));
        for (String choice : CHOICES) {
            schema.path(choice).forEach(part -> collect(part, parts, depth + 1));
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
