package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.PlainType.Component;

import org.jspecify.annotations.Nullable;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds plain types. No streams or lambdas: this is what a program does first. */
final class PlainTypes {
    private static final ClassValue<Optional<PlainType>> KNOWN =
            new ClassValue<>() {
                @Override
                protected Optional<PlainType> computeValue(Class<?> type) {
                    return Optional.ofNullable(once(new PlainTypes().read(type)));
                }
            };

    /** The records that are being read: one that contains itself is not plain. */
    private final Set<Class<?>> open = new HashSet<>();

    private PlainTypes() {}

    static @Nullable PlainType of(Type type) {
        return type instanceof Class<?> known
                ? KNOWN.get(known).orElse(null)
                : once(new PlainTypes().read(type));
    }

    private static @Nullable PlainType once(@Nullable PlainType type) {
        return type != null && type.collect(new HashSet<>()) ? type : null;
    }

    /** As a root, which may be optional. */
    private @Nullable PlainType read(Type type) {
        return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
                ? optional(generic)
                : readContent(type);
    }

    private @Nullable PlainType optional(ParameterizedType type) {
        PlainType content = readContent(type.getActualTypeArguments()[0]);
        return content == null ? null : new PlainType.Maybe(content);
    }

    private @Nullable PlainType readContent(Type type) {
        if (type instanceof Class<?> known) {
            return readClass(known);
        }
        if (!(type instanceof ParameterizedType generic)) {
            return null;
        }
        Type[] arguments = generic.getActualTypeArguments();
        Type raw = generic.getRawType();
        if (raw == List.class || raw == Set.class || raw == Collection.class) {
            PlainType item = readContent(arguments[0]);
            return item == null ? null : new PlainType.Items((Class<?>) raw, item);
        }
        if (raw == Map.class && arguments[0] == String.class) {
            PlainType content = readContent(arguments[1]);
            return content == null ? null : new PlainType.Entries(content);
        }
        return null;
    }

    private @Nullable PlainType readClass(Class<?> type) {
        if (type.isRecord()) {
            return readRecord(type);
        }
        if (type.isEnum()) {
            return readEnum(type);
        }
        // An optional number is no member like others.
        return JavaTypes.isOptional(type) || !ScalarTypes.contains(type)
                ? null
                : new PlainType.Scalar(type);
    }

    private static @Nullable PlainType readEnum(Class<?> type) {
        List<Enum<?>> constants = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            if (constant.getClass() != type) {
                return null;
            }
            constants.add((Enum<?>) constant);
        }
        boolean plain =
                !constants.isEmpty()
                        && isBare(type)
                        && areBare(type.getDeclaredFields())
                        && areBare(type.getDeclaredMethods())
                        && areOfPlatform(type.getInterfaces());
        for (Method method : type.getDeclaredMethods()) {
            plain &= !method.getName().equals("toString");
        }
        return plain ? new PlainType.Choice(type, constants) : null;
    }

    private @Nullable PlainType readRecord(Class<?> type) {
        if (!isBareRecord(type) || !open.add(type)) {
            return null;
        }
        List<Component> components = new ArrayList<>();
        for (RecordComponent each : type.getRecordComponents()) {
            Component component = read(each);
            if (component == null) {
                return null;
            }
            components.add(component);
        }
        open.remove(type);
        Constructor<?> constructor = canonical(type);
        return components.isEmpty() || constructor == null
                ? null
                : new PlainType.Composite(
                        type, components, constructor, isReachable(constructor, components));
    }

    private @Nullable Component read(RecordComponent component) {
        AnnotatedType declared = component.getAnnotatedType();
        boolean nullable = isNullable(declared);
        if (!nullable && !isBare(declared)) {
            return null;
        }
        Type generic = component.getGenericType();
        boolean optional = JavaTypes.raw(generic) == Optional.class;
        PlainType type = optional ? readOptional(generic) : readContent(generic);
        Method accessor = component.getAccessor();
        return type == null || !areBareWithin(declared) || (optional && nullable)
                ? null
                : new Component(component.getName(), type, nullable, accessor);
    }

    /** The generator has a way of its own with lists that are optional. */
    private @Nullable PlainType readOptional(Type type) {
        PlainType optional = type instanceof ParameterizedType generic ? optional(generic) : null;
        return optional instanceof PlainType.Maybe(PlainType content)
                        && !(content instanceof PlainType.Items)
                        && !(content instanceof PlainType.Entries)
                ? optional
                : null;
    }

    private static boolean isNullable(AnnotatedType type) {
        Annotation[] annotations = type.getAnnotations();
        return annotations.length == 1
                && annotations[0].annotationType().getSimpleName().equals("Nullable");
    }

    /** Whether only the components determine how a record is written. */
    private static boolean isBareRecord(Class<?> type) {
        return type.getTypeParameters().length == 0
                && isBare(type)
                && areOfPlatform(type.getInterfaces())
                && !CharSequence.class.isAssignableFrom(type)
                && areBare(type.getRecordComponents())
                && areBare(type.getDeclaredFields())
                && areBare(type.getDeclaredConstructors())
                && haveNoOtherProperty(type);
    }

    /** Jackson writes what further getters give. */
    private static boolean haveNoOtherProperty(Class<?> type) {
        Set<String> names = new HashSet<>();
        for (Field field : type.getDeclaredFields()) {
            names.add(field.getName());
        }
        for (Method method : type.getDeclaredMethods()) {
            String name = method.getName();
            boolean getter =
                    method.getParameterCount() == 0
                            && (name.startsWith("get") || name.startsWith("is"))
                            && !names.contains(name);
            if (getter || !isBare(method)) {
                return false;
            }
        }
        return true;
    }

    private static boolean areOfPlatform(Class<?>[] interfaces) {
        for (Class<?> each : interfaces) {
            if (!each.getName().startsWith("java.")) {
                return false;
            }
        }
        return true;
    }

    private static boolean areBare(AnnotatedElement[] elements) {
        for (AnnotatedElement element : elements) {
            if (!isBare(element)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBare(AnnotatedElement element) {
        return element.getAnnotations().length == 0;
    }

    /** Whether there is no annotation within the angle brackets. */
    static boolean areBareWithin(AnnotatedType type) {
        if (type instanceof AnnotatedArrayType) {
            return isBare(type);
        }
        if (type instanceof AnnotatedParameterizedType generic) {
            for (AnnotatedType argument : generic.getAnnotatedActualTypeArguments()) {
                if (!isBare(argument) || !areBareWithin(argument)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static @Nullable Constructor<?> canonical(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        try {
            return type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException impossible) {
            return null;
        }
    }

    private static boolean isReachable(Constructor<?> constructor, List<Component> components) {
        boolean reachable = constructor.trySetAccessible();
        for (Component component : components) {
            reachable &= component.accessor().trySetAccessible();
        }
        return reachable;
    }
}
