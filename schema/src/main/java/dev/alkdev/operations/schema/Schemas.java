package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

/**
 * Schemas written in Java:
 *
 * <pre>{@code
 * Schema person = Schemas.object()
 *         .property("name", Schemas.string().minLength(1))
 *         .optional("age", Schemas.integer().minimum(0))
 *         .build();
 * }</pre>
 *
 * A wrong step fails at once. A schema within another is a builder; {@link #from} makes one of a
 * {@link Schema}.
 */
public final class Schemas {

    private Schemas() {}

    public static ObjectSchemaBuilder object() {
        return new ObjectSchemaBuilder(type("object"));
    }

    public static StringSchemaBuilder string() {
        return new StringSchemaBuilder(type("string"));
    }

    public static NumberSchemaBuilder integer() {
        return new NumberSchemaBuilder(type("integer"));
    }

    public static NumberSchemaBuilder number() {
        return new NumberSchemaBuilder(type("number"));
    }

    public static PlainSchemaBuilder bool() {
        return new PlainSchemaBuilder(type("boolean"));
    }

    public static PlainSchemaBuilder nullValue() {
        return new PlainSchemaBuilder(type("null"));
    }

    /** Accepts everything. */
    public static PlainSchemaBuilder any() {
        return new PlainSchemaBuilder(JsonNodeFactory.instance.objectNode());
    }

    /** An array of any length whose items are all alike. */
    public static ArraySchemaBuilder array(SchemaBuilder<?> items) {
        ObjectNode keywords = type("array");
        keywords.set("items", child("items", items));
        return new ArraySchemaBuilder(keywords);
    }

    /** An array of any length whose items are all alike. */
    public static ArraySchemaBuilder array(Schema items) {
        return array(from(items));
    }

    /** An array with exactly these items. */
    public static ArraySchemaBuilder tuple(SchemaBuilder<?>... items) {
        ObjectNode keywords = type("array");
        keywords.set("prefixItems", children("tuple", items));
        keywords.put("items", false).put("minItems", items.length);
        return new ArraySchemaBuilder(keywords);
    }

    /** An object with any names whose values are all alike. */
    public static ObjectSchemaBuilder map(SchemaBuilder<?> values) {
        return object().additionalProperties(values);
    }

    /** An object with any names whose values are all alike. */
    public static ObjectSchemaBuilder map(Schema values) {
        return map(from(values));
    }

    /** Accepts what at least one of the schemas accepts. */
    public static PlainSchemaBuilder anyOf(SchemaBuilder<?>... schemas) {
        return any().set("anyOf", children("anyOf", schemas));
    }

    /** Accepts what exactly one of the schemas accepts. */
    public static PlainSchemaBuilder oneOf(SchemaBuilder<?>... schemas) {
        return any().set("oneOf", children("oneOf", schemas));
    }

    /** Accepts what every one of the schemas accepts. */
    public static PlainSchemaBuilder allOf(SchemaBuilder<?>... schemas) {
        return any().set("allOf", children("allOf", schemas));
    }

    /** Accepts one value: JSON, or anything Jackson can write. */
    public static PlainSchemaBuilder literal(@Nullable Object value) {
        return any().set("const", Json.mapper().valueToTree(value));
    }

    /** Accepts these values: JSON, or anything Jackson can write. */
    public static PlainSchemaBuilder enumeration(@Nullable Object... values) {
        return any().set("enum", distinct(Arrays.asList(values)));
    }

    /** Refers to another schema, such as {@code #/$defs/name} of the finished one. */
    public static PlainSchemaBuilder ref(String reference) {
        return any().put("$ref", reference);
    }

    /** A finished schema as part of another. */
    public static PlainSchemaBuilder from(Schema schema) {
        return new PlainSchemaBuilder(SchemaAssembly.embedded(schema.json()));
    }

    static ArrayNode distinct(Collection<? extends @Nullable Object> values) {
        ArrayNode distinct = JsonNodeFactory.instance.arrayNode();
        for (Object value : values) {
            JsonNode node = Json.mapper().valueToTree(value);
            for (JsonNode other : distinct) {
                if (other.equals(node)) {
                    throw new IllegalArgumentException("enum value " + node + " is given twice");
                }
            }
            distinct.add(node);
        }
        if (distinct.isEmpty()) {
            throw new IllegalArgumentException("enum has no values");
        }
        return distinct;
    }

    private static ObjectNode type(String name) {
        return JsonNodeFactory.instance.objectNode().put("type", name);
    }

    private static ArrayNode children(String keyword, SchemaBuilder<?>... schemas) {
        if (schemas.length == 0) {
            throw new IllegalArgumentException(keyword + " has no schemas");
        }
        ArrayNode children = JsonNodeFactory.instance.arrayNode();
        for (SchemaBuilder<?> schema : schemas) {
            children.add(child(keyword, schema));
        }
        return children;
    }

    private static ObjectNode child(String keyword, SchemaBuilder<?> schema) {
        return Objects.requireNonNull(schema, keyword).keywords();
    }
}
