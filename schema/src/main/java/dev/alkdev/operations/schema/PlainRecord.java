package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The schema of a record whose components are scalars and lists of them, without any annotation: of
 * most records in a program. The generator gives the same, in many times the time.
 */
final class PlainRecord {
    private PlainRecord() {}

    /** The schema; null if the class is something else. */
    static @Nullable ObjectNode schema(Class<?> type) {
        if (!type.isRecord() || !isPlain(type)) {
            return null;
        }
        ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (RecordComponent component : type.getRecordComponents()) {
            ObjectNode property = property(component.getAnnotatedType());
            if (property == null) {
                return null;
            }
            properties.set(component.getName(), property);
            required.add(component.getName());
        }
        return properties.isEmpty() ? null : schema;
    }

    /** Whether nothing but the components says how a record is written. */
    private static boolean isPlain(Class<?> type) {
        return type.getTypeParameters().length == 0
                && isBare(type)
                && Arrays.stream(type.getInterfaces())
                        .allMatch(each -> each.getName().startsWith("java."))
                && Stream.<AnnotatedElement[]>of(
                                type.getRecordComponents(),
                                type.getDeclaredFields(),
                                type.getDeclaredMethods(),
                                type.getDeclaredConstructors())
                        .flatMap(Arrays::stream)
                        .allMatch(PlainRecord::isBare);
    }

    private static boolean isBare(AnnotatedElement element) {
        return element.getAnnotations().length == 0;
    }

    private static @Nullable ObjectNode property(AnnotatedType type) {
        if (!isBare(type)) {
            return null;
        }
        if (type.getType() instanceof Class<?> scalar) {
            return ClassSchemaMembers.isOptional(scalar) ? null : ScalarTypes.schema(scalar);
        }
        if (type instanceof AnnotatedParameterizedType list
                && ClassSchemaMembers.raw(type.getType()) == List.class) {
            AnnotatedType item = list.getAnnotatedActualTypeArguments()[0];
            ObjectNode items = item.getType() instanceof Class<?> ? property(item) : null;
            return items == null
                    ? null
                    : Json.mapper().createObjectNode().put("type", "array").set("items", items);
        }
        return null;
    }
}
