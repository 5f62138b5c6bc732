package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the shapes of config values from the records that declare them. For one thread. */
final class ConfigShapes {
    private final List<Class<? extends Record>> kinds;

    /**
     * With some kinds of sources, gateways, engines and tokens.
     *
     * @param kinds records with {@link Kind}
     */
    ConfigShapes(List<Class<? extends Record>> kinds) {
        this.kinds = kinds;
    }

    /** The shape of a part of it. */
    RecordShape record(Class<? extends Record> type) {
        return record(type, null);
    }

    private ConfigShape of(AnnotatedType type) {
        Form form = type.getAnnotation(Form.class);
        Class<?> raw = raw(type.getType());
        if (raw == List.class) {
            return list(type, form);
        }
        if (raw == Map.class) {
            return map(type, form);
        }
        if (raw.isAnnotationPresent(ByKind.class)) {
            return byKind(raw, form);
        }
        return raw.isRecord() && !Scalars.isScalar(raw)
                ? record(raw.asSubclass(Record.class), form)
                : Scalars.of(raw, form);
    }

    private static Class<?> raw(Type type) {
        return type instanceof ParameterizedType generic
                ? raw(generic.getRawType())
                : (Class<?>) type;
    }

    private static AnnotatedType argument(AnnotatedType type, int index) {
        return ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[index];
    }

    private ConfigShape list(AnnotatedType type, @Nullable Form form) {
        return new ListShape(
                Scalars.words(form, null, "a list", false),
                of(argument(type, 0)),
                form != null && form.unique(),
                form != null && form.single());
    }

    private ConfigShape map(AnnotatedType type, @Nullable Form form) {
        Form keys = argument(type, 0).getAnnotation(Form.class);
        return new MapShape(
                Scalars.words(form, null, "an object", false),
                Scalars.words(keys, null, "a text", false),
                keys == null ? "" : keys.pattern(),
                of(argument(type, 1)));
    }

    private ConfigShape byKind(Class<?> raw, @Nullable Form form) {
        Map<String, RecordShape> known = new LinkedHashMap<>();
        for (Class<? extends Record> kind : kinds) {
            if (raw.isAssignableFrom(kind)) {
                known.putIfAbsent(kind.getAnnotation(Kind.class).value(), record(kind, null));
            }
        }
        Form declared = raw.getAnnotation(Form.class);
        return new KindShape(
                Scalars.words(form, declared, "an object", false),
                raw.getAnnotation(ByKind.class),
                known);
    }

    private RecordShape record(Class<? extends Record> raw, @Nullable Form form) {
        RecordType type = new RecordType(raw);
        List<RecordKey> keys = new ArrayList<>();
        for (RecordComponent component : type.components()) {
            keys.add(key(component, raw));
        }
        Method method = type.shortForm().orElse(null);
        RecordShape.ShortShape single =
                method == null
                        ? null
                        : new RecordShape.ShortShape(
                                of(method.getAnnotatedParameterTypes()[0]), type.factory(method));
        Form declared = raw.getAnnotation(Form.class);
        return new RecordShape(
                Scalars.words(form, declared, "an object", false), type, keys, single);
    }

    private RecordKey key(RecordComponent component, Class<?> owner) {
        Key key = component.getAnnotation(Key.class);
        if (key == null && !component.isAnnotationPresent(Flat.class)) {
            throw new IllegalArgumentException(
                    owner.getName() + "." + component.getName() + " needs @Key or @Flat");
        }
        return RecordKey.of(key, component, of(component.getAnnotatedType()));
    }
}
