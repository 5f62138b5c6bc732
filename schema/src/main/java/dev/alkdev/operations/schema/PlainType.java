package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Type;
import java.util.Set;

/**
 * A Java type that is JSON by its declaration alone, as most types of a program are: no annotation
 * says anything else. Its schema is what the generator gives, and its values are read and written
 * as Jackson does; but neither has to be loaded for it, which takes longer than everything else in
 * the start of a small program. Threads may share it.
 */
sealed interface PlainType
        permits PlainChoice, PlainList, PlainMap, PlainOptional, PlainRecord, PlainScalar {

    /** What {@link #read} gives for JSON of which only Jackson knows what to make. */
    Object UNFIT = new Object();

    /** The plain type that this is; null if it is none. */
    static @Nullable PlainType of(Type type) {
        return PlainTypes.of(type);
    }

    /** A new schema. */
    ObjectNode schema();

    /** A new schema of a member of this type. */
    default ObjectNode memberSchema() {
        return schema();
    }

    /**
     * Collects the classes that are written out.
     *
     * @return false if there is one twice, which the generator would write out only once
     */
    boolean collect(Set<Class<?>> written);

    /** Whether its values are read and written here. */
    boolean hasValues();

    /** The value of some JSON, or {@link #UNFIT}. */
    @Nullable Object read(JsonNode json);

    /** The JSON of a value; null if only Jackson knows it. */
    @Nullable JsonNode write(Object value);
}
