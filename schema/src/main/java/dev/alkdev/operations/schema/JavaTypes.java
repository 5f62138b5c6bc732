package dev.alkdev.operations.schema;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Looks into generic types. */
public final class JavaTypes {
    private JavaTypes() {}

    /** The class of a type, without its type arguments. */
    public static Class<?> raw(Type type) {
        if (type instanceof Class<?> known) {
            return known;
        }
        if (type instanceof ParameterizedType generic) {
            return raw(generic.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return raw(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        return raw(((TypeVariable<?>) type).getBounds()[0]);
    }

    /** Whether values of a type may be missing by themselves. */
    static boolean isOptional(Type type) {
        Class<?> raw = raw(type);
        return raw == Optional.class
                || raw == OptionalInt.class
                || raw == OptionalLong.class
                || raw == OptionalDouble.class;
    }

    /** Whether something is annotated with {@code @Nullable}, whoever's annotation that is. */
    static boolean isNullable(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals("Nullable")) {
                return true;
            }
        }
        return false;
    }
}
