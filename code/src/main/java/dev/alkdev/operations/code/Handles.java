package dev.alkdev.operations.code;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;

/** Reaches methods and properties; by method handles where a call that succeeds needs them. */
final class Handles {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType FROM_ARRAY =
            MethodType.methodType(Object.class, Object[].class);

    private Handles() {}

    /** From an array of arguments to the result. */
    static MethodHandle of(Method method, Object instance) {
        open(method);
        try {
            return LOOKUP.unreflect(method)
                    .bindTo(instance)
                    .asFixedArity()
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(FROM_ARRAY);
        } catch (IllegalAccessException e) {
            throw unreachable(e);
        }
    }

    /**
     * From an object to its property: the method {@code name()} or {@code getName()}, or the field.
     *
     * @throws IllegalArgumentException if it has none of this type
     */
    static Accessor accessor(Class<?> type, String name, Class<?> value) {
        String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (String method : List.of(name, "get" + capital, "is" + capital)) {
                for (Method found : owner.getDeclaredMethods()) {
                    if (found.getName().equals(method)
                            && found.getParameterCount() == 0
                            && found.getReturnType() == value) {
                        open(found);
                        return found::invoke;
                    }
                }
            }
            for (Field found : owner.getDeclaredFields()) {
                if (found.getName().equals(name) && found.getType() == value) {
                    open(found);
                    return found::get;
                }
            }
        }
        throw new IllegalArgumentException(
                "there is no accessor or field of this name and type "
                        + value.getSimpleName()
                        + ", from which the details are read");
    }

    /**
     * Makes a member usable.
     *
     * @throws IllegalArgumentException if its module does not allow it
     */
    static void open(AccessibleObject member) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            throw unreachable(e);
        }
    }

    private static IllegalArgumentException unreachable(Exception cause) {
        return new IllegalArgumentException(
                "it cannot be reached; open its package to dev.alkdev.operations.code", cause);
    }

    /** Reads a property, by reflection: only failures need it. */
    interface Accessor {
        @Nullable Object of(Object owner) throws ReflectiveOperationException;

        default @Nullable Object read(Object owner) {
            try {
                return of(owner);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof RuntimeException thrown) {
                    throw thrown;
                }
                if (e.getCause() instanceof Error thrown) {
                    throw thrown;
                }
                throw new IllegalStateException(e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
