package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.function.Predicate;

/** {@code format}, where it is asked to assert. */
final class TextFormat extends Assertion {
    private final String name;
    private final Predicate<String> format;

    TextFormat(Location schema, String name, Predicate<String> format) {
        super(schema, "format", JsonType.STRING.bit);
        this.name = name;
        this.format = format;
    }

    @Override
    boolean holds(JsonNode value) {
        return format.test(value.asString());
    }

    @Override
    String demand(JsonNode value) {
        return "must be a valid " + name;
    }
}
