package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Rewrites a JSON Schema, schema by schema: members that hold values, such as {@code default} or
 * {@code enum}, stay as they are. What is given is never changed.
 */
public final class SchemaRewrite {
    private static final String REF = "$ref";
    private static final String DRAFT_07 = "http://json-schema.org/draft-07/schema";
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final Set<String> MAPS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> SINGLE =
            Set.of(
                    "items",
                    "additionalItems",
                    "contains",
                    "additionalProperties",
                    "propertyNames",
                    "if",
                    "then",
                    "else",
                    "not",
                    "unevaluatedItems",
                    "unevaluatedProperties");

    private SchemaRewrite() {}

    /** A schema of draft-07 as one of 2020-12; others as they are. */
    public static JsonNode translated(JsonNode schema) {
        if (!schema.path("$schema").asString("").startsWith(DRAFT_07)) {
            return schema;
        }
        JsonNode translated = each(schema, SchemaRewrite::translatedHere);
        return ((ObjectNode) translated).put("$schema", DIALECT);
    }

    /**
     * The schema of an object with one member that the schema describes.
     *
     * @param member its name
     */
    public static ObjectNode wrapped(String member, JsonNode schema) {
        ObjectNode wrapper = object();
        JsonNode inner = relocated("#/properties/" + member, schema, wrapper);
        wrapper.put("type", "object");
        wrapper.putObject("properties").set(member, inner);
        wrapper.putArray("required").add(member);
        return wrapper;
    }

    /**
     * A schema that becomes part of another one.
     *
     * @param place where it is in the other one
     * @param around the other one, which takes over its dialect
     */
    public static JsonNode relocated(String place, JsonNode schema, ObjectNode around) {
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        // With an id of its own it is a document by itself, whose references stay right.
        ObjectNode moved =
                object.has("$id")
                        ? object.deepCopy()
                        : (ObjectNode) each(object, it -> moved(place, it));
        JsonNode dialect = moved.remove("$schema");
        if (dialect != null) {
            around.set("$schema", dialect);
        }
        return moved;
    }

    private static ObjectNode moved(String place, ObjectNode schema) {
        String reference = schema.path(REF).asString("");
        if (reference.equals("#") || reference.startsWith("#/")) {
            schema.put(REF, place + reference.substring(1));
        }
        return schema;
    }

    private static ObjectNode translatedHere(ObjectNode schema) {
        ObjectNode result = object();
        boolean isReference = schema.path(REF).isString();
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            String name = member.getKey();
            JsonNode value = member.getValue();
            switch (name) {
                case "definitions" -> result.set("$defs", value);
                case REF -> result.put(REF, value.asString().replace("#/definitions/", "#/$defs/"));
                case "items" -> result.set(value.isArray() ? "prefixItems" : "items", value);
                case "additionalItems" -> {
                    if (schema.path("items").isArray()) {
                        result.set("items", value);
                    }
                }
                case "dependencies" -> dependencies(value, result);
                default -> {
                    // Beside a reference draft-07 ignores what 2020-12 would apply.
                    if (!isReference || isNote(name)) {
                        result.set(name, value);
                    }
                }
            }
        }
        return result;
    }

    private static boolean isNote(String name) {
        return Set.of("title", "description", "default", "examples", "$comment", "$id", "$schema")
                .contains(name);
    }

    private static void dependencies(JsonNode dependencies, ObjectNode result) {
        for (Map.Entry<String, JsonNode> each : dependencies.properties()) {
            String keyword = each.getValue().isArray() ? "dependentRequired" : "dependentSchemas";
            ObjectNode all =
                    result.path(keyword) instanceof ObjectNode there
                            ? there
                            : result.putObject(keyword);
            all.set(each.getKey(), each.getValue());
        }
    }

    /** A copy in which every schema was changed, the inner ones first. */
    private static JsonNode each(JsonNode schema, UnaryOperator<ObjectNode> change) {
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        ObjectNode copy = object();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            copy.set(member.getKey(), member(member.getKey(), member.getValue(), change));
        }
        return change.apply(copy);
    }

    private static JsonNode member(String name, JsonNode value, UnaryOperator<ObjectNode> change) {
        if (value instanceof ObjectNode map
                && (MAPS.contains(name) || name.equals("dependencies"))) {
            ObjectNode copy = object();
            map.properties().forEach(it -> copy.set(it.getKey(), each(it.getValue(), change)));
            return copy;
        }
        if (value instanceof ArrayNode list && (LISTS.contains(name) || name.equals("items"))) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            list.forEach(it -> copy.add(each(it, change)));
            return copy;
        }
        return SINGLE.contains(name) ? each(value, change) : value;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** A schema whose values are objects, with {@code type} saying so. */
    public static ObjectNode typed(ObjectNode schema) {
        if (schema.path("type") instanceof StringNode type && type.asString().equals("object")) {
            return schema;
        }
        ObjectNode typed = object();
        typed.put("type", "object");
        schema.properties()
                .forEach(
                        it -> {
                            if (!it.getKey().equals("type")) {
                                typed.set(it.getKey(), it.getValue());
                            }
                        });
        return typed;
    }
}
