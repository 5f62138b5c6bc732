package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a value of a config may be: reads it, reports what is wrong with it, and writes itself as
 * JSON Schema. Immutable; threads may share it.
 */
sealed interface ConfigShape permits ScalarShape, ListShape, MapShape, RecordShape, KindShape {
    /**
     * The documentation of a value.
     *
     * @param title what it should be, as in "a duration"
     * @param example null for none
     */
    record Words(String title, @Nullable JsonNode example, boolean secret) {
        String expected() {
            return example == null ? title : title + ", as in " + written(example);
        }
    }

    Words words();

    /** The value as Java has it; null, and a problem noted, if it is none of this shape. */
    @Nullable Object read(ConfigValue value);

    /** What is not given; empty if it must be given. */
    default Optional<Object> absent() {
        return Optional.empty();
    }

    /** As JSON Schema, without words. */
    ObjectNode rules();

    default ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("title", words().title());
        if (words().secret()) {
            schema.put("writeOnly", true);
        }
        schema.setAll(rules());
        if (words().example() != null) {
            schema.putArray("examples").add(words().example());
        }
        return schema;
    }

    default @Nullable Object refuse(ConfigValue value) {
        value.refuseAs(words().expected(), words().secret());
        return null;
    }

    /** Names in a sentence. */
    static String listed(List<String> names, String last) {
        return names.size() < 2
                ? String.join("", names)
                : String.join(", ", names.subList(0, names.size() - 1))
                        + " "
                        + last
                        + " "
                        + names.getLast();
    }

    /** An example as one would write it in YAML. */
    private static String written(JsonNode example) {
        if (example.isArray()) {
            return example.valueStream()
                    .map(ConfigShape::written)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        if (example.isObject()) {
            return example.properties().stream()
                    .map(member -> member.getKey() + ": " + written(member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return example.asString();
    }
}
