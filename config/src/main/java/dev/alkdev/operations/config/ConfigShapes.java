package dev.alkdev.operations.config;

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
import java.util.concurrent.ConcurrentHashMap;

/** Finds the shapes of config values from the records that declare them. Threads may share it. */
final class ConfigShapes {
    private final List<Class<? extends Record>> kinds;
    private final Map<Class<?>, RecordShape> known = new ConcurrentHashMap<>();

    /**
     * With some kinds.
     *
     * @param kinds records with {@link Kind}
     */
    ConfigShapes(List<Class<? extends Record>> kinds) {
        this.kinds = kinds;
    }

    /** The shape of a part of it. */
    RecordShape record(Class<? extends Record> type) {
        RecordShape shape = known.get(type);
        if (shape == null) {
            shape = record(type, null);
            known.put(type, shape);
        }
        return shape;
    }

    private ConfigShape of(AnnotatedType type, String standard) {
        return of(type, type.getAnnotation(Form.class), standard);
    }

    private ConfigShape of(AnnotatedType declared, @Nullable Form form, String standard) {
        Class<?> raw = raw(declared.getType());
        if (raw == List.class) {
            return list(declared, form);
        }
        if (raw == Map.class) {
            return map(declared, form);
        }
        if (raw.isAnnotationPresent(ByKind.class)) {
            return byKind(raw, form);
        }
        if (Scalars.isScalar(raw)) {
            return Scalars.of(raw, form, standard);
        }
        Class<? extends Record> type = raw.asSubclass(Record.class);
        return form == null ? record(type) : record(type, form);
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
        ConfigShape items = of(argument(type, 0), "");
        return new ListShape(
                Scalars.words(form, null, "a list of " + plural(items.words().title())),
                items,
                form != null && form.unique(),
                form != null && form.filled(),
                form != null && form.single());
    }

    /** Of "a pattern of ids", for instance, "patterns of ids". */
    private static String plural(String title) {
        return title.replaceFirst("^an? ([^,]*?)( of .*)?(,.*)?$", "$1s$2");
    }

    private ConfigShape map(AnnotatedType type, @Nullable Form form) {
        Form keys = argument(type, 0).getAnnotation(Form.class);
        return new MapShape(
                Scalars.words(form, null, "an object"),
                Scalars.words(keys, null, "a text"),
                keys == null ? "" : keys.value().pattern() + keys.pattern(),
                of(argument(type, 1), ""));
    }

    private ConfigShape byKind(Class<?> raw, @Nullable Form form) {
        Map<String, Class<? extends Record>> known = new LinkedHashMap<>();
        for (Class<? extends Record> kind : kinds) {
            if (raw.isAssignableFrom(kind)) {
                known.putIfAbsent(kind.getAnnotation(Kind.class).value(), kind);
            }
        }
        Form declared = raw.getAnnotation(Form.class);
        return new KindShape(
                Scalars.words(form, declared, "an object"),
                raw.getAnnotation(ByKind.class),
                known,
                this);
    }

    private RecordShape record(Class<? extends Record> raw, @Nullable Form form) {
        RecordType type = new RecordType(raw);
        List<RecordKey> keys = new ArrayList<>();
        for (RecordComponent component : type.components()) {
            keys.add(key(component, raw));
        }
        Form declared = raw.getAnnotation(Form.class);
        return new RecordShape(
                Scalars.words(form, declared, "an object"),
                type,
                keys,
                type.shortForm().map(method -> shortShape(type, method)).orElse(null));
    }

    private RecordShape.ShortShape shortShape(RecordType type, Method method) {
        AnnotatedType single = method.getAnnotatedParameterTypes()[0];
        Form declared = type.type().getAnnotation(Form.class);
        return new RecordShape.ShortShape(of(single, declared, ""), type.factory(method));
    }

    private RecordKey key(RecordComponent component, Class<?> owner) {
        Key key = component.getAnnotation(Key.class);
        if (key == null && !component.isAnnotationPresent(Flat.class)) {
            throw new IllegalArgumentException(
                    owner.getName() + "." + component.getName() + " needs @Key or @Flat");
        }
        String standard = key == null ? "" : key.standard();
        AnnotatedType type = component.getAnnotatedType();
        boolean nullable = type.isAnnotationPresent(Nullable.class);
        return RecordKey.of(key, component.getName(), of(type, standard), nullable);
    }
}
