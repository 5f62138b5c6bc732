package dev.alkdev.operations.code;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;

/** Makes method handles, so that no call needs reflection. */
final class Handles {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType FROM_ARRAY =
            MethodType.methodType(Object.class, Object[].class);
    private static final MethodType FROM_OBJECT = MethodType.methodType(Object.class, Object.class);

    private Handles() {}

    /** A step of reflection. */
    private interface Unreflect {
        MethodHandle get() throws IllegalAccessException;
    }

    /** From an array of arguments to the result. */
    static MethodHandle of(Method method, Object instance) {
        return opened(method, () -> LOOKUP.unreflect(method))
                .bindTo(instance)
                .asFixedArity()
                .asSpreader(Object[].class, method.getParameterCount())
                .asType(FROM_ARRAY);
    }

    static MethodHandle of(Constructor<?> constructor) {
        return opened(constructor, () -> LOOKUP.unreflectConstructor(constructor))
                .asFixedArity()
                .asSpreader(Object[].class, constructor.getParameterCount())
                .asType(FROM_ARRAY);
    }

    /**
     * From an object to its property: the method {@code name()} or {@code getName()}, or the field.
     *
     * @throws IllegalArgumentException if it has none of this type
     */
    static MethodHandle accessor(Class<?> type, String name, Class<?> value) {
        String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (String method : List.of(name, "get" + capital, "is" + capital)) {
                for (Method found : owner.getDeclaredMethods()) {
                    if (found.getName().equals(method)
                            && found.getParameterCount() == 0
                            && found.getReturnType() == value) {
                        return opened(found, () -> LOOKUP.unreflect(found)).asType(FROM_OBJECT);
                    }
                }
            }
            for (Field found : owner.getDeclaredFields()) {
                if (found.getName().equals(name) && found.getType() == value) {
                    return opened(found, () -> LOOKUP.unreflectGetter(found)).asType(FROM_OBJECT);
                }
            }
        }
        throw new IllegalArgumentException(
                "there is no accessor or field of this name and type "
                        + value.getSimpleName()
                        + ", from which the details are read");
    }

    private static MethodHandle opened(AccessibleObject member, Unreflect unreflect) {
        try {
            open(member);
            return unreflect.get();
        } catch (IllegalAccessException e) {
            throw unreachable(e);
        }
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

    static @Nullable Object read(MethodHandle accessor, Object of) {
        try {
            return accessor.invokeExact(of);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
