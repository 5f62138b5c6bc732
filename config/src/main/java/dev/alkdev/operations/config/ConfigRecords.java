package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The records that declare a config with {@link Key}: reads them, makes them with their defaults,
 * and describes them as JSON Schema. Threads may share it.
 */
public final class ConfigRecords {
    private final ConfigShapes shapes;
    private final Map<Class<?>, Record> defaults = new ConcurrentHashMap<>();

    /**
     * Those of a program.
     *
     * @param kinds records with {@link Kind}, for the interfaces with {@link ByKind}
     */
    public ConfigRecords(List<Class<? extends Record>> kinds) {
        this.shapes = new ConfigShapes(kinds);
    }

    /**
     * Requires that a record is declared as it should be.
     *
     * @throws IllegalArgumentException saying what is missing
     */
    public void check(Class<? extends Record> type) {
        shapes.record(type);
    }

    /**
     * Reads a record.
     *
     * @param rules checks the components against each other, as far as they could be read; it may
     *     also change them. Not called if a required key is missing or wrong
     * @throws ConfigException with everything that is wrong
     */
    public <R extends Record> R read(
            Class<R> type, ConfigValue root, Consumer<Map<String, Object>> rules) {
        RecordShape shape = shapes.record(type);
        if (!root.isObject()) {
            shape.read(root);
            root.throwIfRefused();
        }
        shape.refuseUnknown(root);
        Optional<Map<String, Object>> values = shape.values(root);
        values.ifPresent(rules);
        root.throwIfRefused();
        return type.cast(shape.type().make(values.orElseThrow()));
    }

    /**
     * Reads a record from a part of a config; empty if it cannot be read. Its problems are at the
     * value, see {@link ConfigValue#takeProblems()}.
     */
    public <R extends Record> Optional<R> readPart(Class<R> type, ConfigValue part) {
        return Optional.ofNullable(type.cast(shapes.record(type).read(part)));
    }

    /** One for which nothing is given. */
    public <R extends Record> R defaults(Class<R> type) {
        Record known = defaults.get(type);
        if (known == null) {
            known = make(type, Map.of());
            defaults.put(type, known);
        }
        return type.cast(known);
    }

    /** One with some components given, by their names, and the defaults of the others. */
    public <R extends Record> R make(Class<R> type, Map<String, Object> given) {
        Map<String, Object> values = new HashMap<>();
        for (RecordKey key : shapes.record(type).components()) {
            key.absent().ifPresent(value -> values.put(key.component(), value));
        }
        values.putAll(given);
        return type.cast(new RecordType(type).make(values));
    }

    /** The JSON Schema of files. */
    public ObjectNode schema(Class<? extends Record> type) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        ObjectNode schema =
                nodes.objectNode().put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.setAll(shapes.record(type).schema());
        ObjectNode properties = nodes.objectNode();
        properties
                .putObject("$schema")
                .put("description", "For editors; otherwise ignored.")
                .put("type", "string");
        properties.setAll((ObjectNode) schema.get("properties"));
        schema.set("properties", properties);
        schema.putObject("patternProperties")
                .putObject("^x-")
                .put("description", "Ignored: a place for anchors of YAML.");
        return schema;
    }

    /** The same record with other values of some components. */
    public static <R extends Record> R with(R before, Map<String, Object> changes) {
        Map<String, @Nullable Object> values = values(before);
        values.putAll(changes);
        return remade(before, values);
    }

    /** The changed record, but with what needs a restart as it was before. */
    public static <R extends Record> R withoutRestart(R before, R changed) {
        Map<String, @Nullable Object> values = values(changed);
        for (RecordComponent component : before.getClass().getRecordComponents()) {
            Object was = RecordType.get(before, component);
            Object now = values.get(component.getName());
            if (needsRestart(component)) {
                values.put(component.getName(), was);
            } else if (was instanceof Record whole && now instanceof Record other) {
                values.put(component.getName(), withoutRestart(whole, other));
            }
        }
        return remade(before, values);
    }

    /** The keys that differ and need a restart. */
    public static List<String> needRestart(Record before, Record changed) {
        List<String> keys = new ArrayList<>();
        for (RecordComponent component : before.getClass().getRecordComponents()) {
            Object was = RecordType.get(before, component);
            Object now = RecordType.get(changed, component);
            if (needsRestart(component) && !Objects.equals(was, now)) {
                keys.add(component.getName());
            } else if (was instanceof Record whole && now instanceof Record other) {
                needRestart(whole, other).forEach(key -> keys.add(component.getName() + "." + key));
            }
        }
        return keys;
    }

    private static boolean needsRestart(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key != null && key.restart();
    }

    private static Map<String, @Nullable Object> values(Record of) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (RecordComponent component : of.getClass().getRecordComponents()) {
            values.put(component.getName(), RecordType.get(of, component));
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private static <R extends Record> R remade(R before, Map<String, @Nullable Object> values) {
        return (R) new RecordType(before.getClass()).make(values);
    }
}
