package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;

/**
 * A named value of a Java type, such as a parameter of a method: what a component is to a record.
 * It is required unless it has a default, may be null, or is an {@code Optional}.
 *
 * @param element whose annotations have constraints
 * @param description for people; empty for none
 * @param defaultValue null for none
 */
public record TypedMember(
        String name,
        AnnotatedType annotatedType,
        AnnotatedElement element,
        String description,
        @Nullable JsonNode defaultValue) {

    /** A parameter as it is, under this name. */
    public static TypedMember of(String name, Parameter parameter) {
        return new TypedMember(name, parameter.getAnnotatedType(), parameter, "", null);
    }

    public TypedMember describedAs(String description) {
        return new TypedMember(name, annotatedType, element, description, defaultValue);
    }

    public TypedMember withDefault(JsonNode defaultValue) {
        return new TypedMember(name, annotatedType, element, description, defaultValue);
    }

    public Type type() {
        return annotatedType.getType();
    }

    /** Whether it may be null: it is annotated with {@code @Nullable}. */
    public boolean isNullable() {
        return JavaTypes.isNullable(annotatedType) || JavaTypes.isNullable(element);
    }

    /** Whether an object must have it. */
    public boolean isRequired() {
        return defaultValue == null && !isNullable() && !JavaTypes.isOptional(type());
    }
}
