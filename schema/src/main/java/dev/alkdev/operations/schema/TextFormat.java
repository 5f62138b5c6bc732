package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

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
        try {
            return format.test(value.asString());
        } catch (Pattern262.GivenUpException e) {
            SchemaInterruptedException.throwIfInterrupted();
            throw new UndecidableException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    String demand(JsonNode value) {
        return "must be a valid " + name;
    }
}
