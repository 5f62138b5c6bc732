package dev.alkdev.operations.schema;

import com.fasterxml.classmate.ResolvedType;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The names of the Java types that schemas were made of, beside the schemas: documents name their
 * definitions by them. Threads share it.
 */
final class TypeNames {
    /** Marks the schemas of named types while the generator works. */
    private static final String MARK = "x-java-type";

    private static final WeakIdentityMap<JsonNode, String> NAMES = new WeakIdentityMap<>();

    private TypeNames() {}

    /** Marks the schema of a class of a program. */
    static void mark(ObjectNode schema, ResolvedType type) {
        Class<?> raw = type.getErasedType();
        boolean named = raw.isRecord() || raw.isEnum() || !raw.getName().startsWith("java");
        if (named && !raw.isArray() && !raw.isPrimitive()) {
            schema.put(MARK, name(type));
        }
    }

    /** A readable name: {@code PageOfVisit} for {@code Page<Visit>}. */
    private static String name(ResolvedType type) {
        String own = type.getErasedType().getSimpleName();
        return type.getTypeParameters().isEmpty()
                ? own
                : type.getTypeParameters().stream()
                        .map(TypeNames::name)
                        .collect(Collectors.joining("And", own + "Of", ""));
    }

    /** Gives the schema of a class without type parameters its name. */
    static ObjectNode named(ObjectNode schema, Class<?> type) {
        NAMES.put(schema, type.getSimpleName());
        return schema;
    }

    /** Moves the marks of a schema, and of all schemas in it, out of the JSON. */
    static JsonNode take(JsonNode json) {
        if (json instanceof ObjectNode schema && schema.path(MARK).isString()) {
            String name = schema.remove(MARK).asString();
            NAMES.put(schema, name);
        }
        json.forEach(TypeNames::take);
        return json;
    }

    /** Gives a changed copy of a schema the names of the original. */
    static void copy(JsonNode original, JsonNode copy) {
        of(original).ifPresent(name -> NAMES.put(copy, name));
        original.forEachEntry((member, value) -> copy(value, copy.path(member)));
        for (int i = 0; original.isArray() && i < original.size(); i++) {
            copy(original.path(i), copy.path(i));
        }
    }

    /** The name of the type that a schema was made of. */
    static Optional<String> of(@Nullable JsonNode schema) {
        return schema != null && (schema.has("properties") || schema.has("enum"))
                ? Optional.ofNullable(NAMES.get(schema))
                : Optional.empty();
    }
}
