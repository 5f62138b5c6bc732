package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A record class: takes records apart and makes them. Immutable; threads may share it. */
record RecordType(Class<? extends Record> type) {

    List<RecordComponent> components() {
        return Arrays.asList(type.getRecordComponents());
    }

    int leastKeys() {
        Form form = type.getAnnotation(Form.class);
        return form == null ? 0 : form.keys();
    }

    /** What its kind is. */
    String text() {
        Kind kind = type.getAnnotation(Kind.class);
        return kind == null ? "" : kind.text();
    }

    /** The method that makes it of a single value. */
    Optional<Method> shortForm() {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(ShortForm.class))
                .findFirst();
    }

    /**
     * Makes a record; what is not given is null, or zero.
     *
     * @throws IllegalArgumentException if its constructor does
     */
    Record make(Map<String, ? extends @Nullable Object> values) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            Object given = values.get(components[i].getName());
            arguments[i] = given == null ? zero(types[i]) : given;
        }
        try {
            Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw failure(e);
        }
    }

    private static @Nullable Object zero(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    UnaryOperator<Object> factory(Method method) {
        method.setAccessible(true);
        return value -> {
            try {
                return method.invoke(null, value);
            } catch (ReflectiveOperationException e) {
                throw failure(e);
            }
        };
    }

    static <T> T instance(Class<T> type) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw failure(e);
        }
    }

    static @Nullable Object get(Record owner, RecordComponent component) {
        try {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw failure(e);
        }
    }

    private static RuntimeException failure(ReflectiveOperationException e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        if (cause instanceof RuntimeException unchecked) {
            return unchecked;
        }
        return new IllegalStateException("a record of the config cannot be used", cause);
    }
}
