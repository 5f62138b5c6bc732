package dev.alkdev.operations.code;

import dev.alkdev.operations.schema.JavaTypes;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/** Looks into generic types. */
final class Types {
    private Types() {}

    /**
     * What a container such as {@code Stream<Task>} holds.
     *
     * @throws IllegalArgumentException if it does not say
     */
    static Type argument(Type type) {
        if (type instanceof ParameterizedType generic
                && generic.getActualTypeArguments().length == 1) {
            Type argument = generic.getActualTypeArguments()[0];
            return argument instanceof WildcardType wildcard ? bound(wildcard) : argument;
        }
        throw new IllegalArgumentException(
                JavaTypes.raw(type).getSimpleName()
                        + " needs a type argument, as in "
                        + JavaTypes.raw(type).getSimpleName()
                        + "<String>");
    }

    private static Type bound(WildcardType wildcard) {
        return wildcard.getLowerBounds().length > 0
                ? wildcard.getLowerBounds()[0]
                : wildcard.getUpperBounds()[0];
    }

    /**
     * Refuses types that are only known where the class is used.
     *
     * @throws IllegalArgumentException naming the type variable
     */
    static void requireKnown(Type type) {
        // No switch over types: linking the first one of a program takes longer than all of this.
        if (type instanceof TypeVariable<?> variable) {
            throw new IllegalArgumentException(
                    "its type " + variable.getName() + " is not known; write a class");
        } else if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                requireKnown(argument);
            }
        } else if (type instanceof GenericArrayType array) {
            requireKnown(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            requireKnown(bound(wildcard));
        }
    }
}
