package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import tools.jackson.databind.node.ObjectNode;

import java.util.Objects;

/** A schema for objects; properties keep the order in which they are declared. */
public final class ObjectSchemaBuilder extends SchemaBuilder<ObjectSchemaBuilder> {

    ObjectSchemaBuilder(ObjectNode keywords) {
        super(keywords);
    }

    @Override
    ObjectSchemaBuilder copy(ObjectNode keywords) {
        return new ObjectSchemaBuilder(keywords);
    }

    /** Declares a property that every object must have. */
    public ObjectSchemaBuilder property(String name, SchemaBuilder<?> value) {
        return declare(name, value).change(keywords -> keywords.withArray("required").add(name));
    }

    /** Declares a property that every object must have. */
    public ObjectSchemaBuilder property(String name, Schema value) {
        return property(name, Schemas.from(value));
    }

    /** Declares a property that an object may have. */
    public ObjectSchemaBuilder optional(String name, SchemaBuilder<?> value) {
        return declare(name, value);
    }

    /** Declares a property that an object may have. */
    public ObjectSchemaBuilder optional(String name, Schema value) {
        return declare(name, Schemas.from(value));
    }

    /** Sets whether there may be properties that are not declared. */
    public ObjectSchemaBuilder additionalProperties(boolean allowed) {
        return change(keywords -> keywords.put("additionalProperties", allowed));
    }

    /** Gives the schema of properties that are not declared. */
    public ObjectSchemaBuilder additionalProperties(SchemaBuilder<?> value) {
        return set("additionalProperties", value.keywords());
    }

    /** Gives the schema of properties that are not declared. */
    public ObjectSchemaBuilder additionalProperties(Schema value) {
        return additionalProperties(Schemas.from(value));
    }

    /**
     * Gives the schema of properties whose names match anywhere.
     *
     * @throws IllegalArgumentException if this is no regular expression of ECMA-262
     */
    public ObjectSchemaBuilder patternProperty(String pattern, SchemaBuilder<?> value) {
        Pattern262.compile(pattern);
        return change(
                keywords ->
                        keywords.withObject("/patternProperties").set(pattern, value.keywords()));
    }

    public ObjectSchemaBuilder minProperties(int minProperties) {
        return count("minProperties", minProperties);
    }

    public ObjectSchemaBuilder maxProperties(int maxProperties) {
        return count("maxProperties", maxProperties);
    }

    private ObjectSchemaBuilder declare(String name, SchemaBuilder<?> value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, () -> "the schema of property " + name);
        if (keywords().path("properties").has(name)) {
            throw new IllegalArgumentException("property " + name + " is declared twice");
        }
        return change(keywords -> keywords.withObject("/properties").set(name, value.keywords()));
    }
}
