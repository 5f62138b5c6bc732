package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/**
 * A key of an object, which is a component of its record. Immutable; threads may share it.
 *
 * @param key null for a component that is flattened
 * @param component its name in the record
 * @param nullable whether it may be absent without any default
 * @param standard its default as JSON; null if it has none of its own
 * @param absent its value where none is given
 */
record RecordKey(
        @Nullable Key key,
        String component,
        ConfigShape shape,
        boolean nullable,
        @Nullable JsonNode standard,
        Optional<Object> absent) {

    static RecordKey of(@Nullable Key key, String component, ConfigShape shape, boolean nullable) {
        JsonNode standard = key == null ? null : Scalars.json(key.standard());
        boolean none = nullable || (key != null && !key.unless().isEmpty());
        Optional<Object> absent =
                standard != null
                        ? Optional.ofNullable(shape.read(ConfigValue.of(standard)))
                        : none ? Optional.empty() : shape.absent();
        return new RecordKey(key, component, shape, nullable, standard, absent);
    }

    boolean isFlat() {
        return key == null;
    }

    /** As the file has it. */
    String name() {
        return key == null || key.name().isEmpty() ? component : key.name();
    }

    String text() {
        return key == null ? "" : key.value();
    }

    boolean needsRestart() {
        return key != null && key.restart();
    }

    /** Whether the record may go without it. */
    boolean isOptional() {
        return nullable || (key != null && !key.unless().isEmpty());
    }

    boolean isRequired() {
        return key != null && (key.required() || (!isOptional() && absent.isEmpty()));
    }

    ObjectNode schema() {
        ObjectNode schema = shape.schema();
        schema.put("description", text());
        if (standard != null) {
            schema.set("default", standard);
        }
        return schema;
    }
}
