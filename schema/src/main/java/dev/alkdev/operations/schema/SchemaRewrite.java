package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Rewrites a JSON Schema, schema by schema: members that hold values, such as {@code default} or
 * {@code enum}, stay as they are. What is given is never changed.
 */
public final class SchemaRewrite {
    private SchemaRewrite() {}

    /**
     * A schema of draft-07 as one of 2020-12 that accepts the same values; others as they are, and
     * so is one of draft-07 that has no such form, for example since it refers to other documents.
     */
    public static JsonNode translated(JsonNode schema) {
        return Draft07.translated(schema);
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
        return schema instanceof ObjectNode object ? Relocation.of(place, object, around) : schema;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** A schema whose values are objects, with that {@code type}. */
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
