package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.function.Predicate;

/** {@code format}, where it is asked to assert. */
final class TextFormat extends Assertion {
    private static final Map<String, String> NAMES =
            Map.of(
                    "date", "a date",
                    "time", "a time with an offset",
                    "date-time", "a date and time with an offset",
                    "email", "an e-mail address",
                    "uuid", "a UUID",
                    "uri", "a URI",
                    "uri-reference", "a URI");

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
        return "must be " + NAMES.getOrDefault(name, "a valid " + name);
    }
}
