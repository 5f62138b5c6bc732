package dev.alkdev.operations.examples.tasks;

import tools.jackson.databind.JsonNode;

/** Reads the options of an example source, and rejects values of a wrong type. */
final class SourceOptions {
    private final String source;
    private final JsonNode options;

    /**
     * The options of a source.
     *
     * @throws IllegalArgumentException if they are no object
     */
    SourceOptions(String source, JsonNode options) {
        this.source = source;
        this.options = options;
        if (!options.isObject()) {
            throw new IllegalArgumentException(
                    "options of " + source + " should be an object but are " + options);
        }
    }

    boolean flag(String name) {
        JsonNode value = options.path(name);
        if (value.isMissingNode()) {
            return false;
        }
        if (!value.isBoolean()) {
            throw wrong(name, "true or false", value);
        }
        return value.booleanValue();
    }

    int number(String name, int fallback, int least, int most) {
        JsonNode value = options.path(name);
        if (value.isMissingNode()) {
            return fallback;
        }
        if (!value.canConvertToInt() || value.intValue() < least || value.intValue() > most) {
            throw wrong(name, "a whole number from " + least + " to " + most, value);
        }
        return value.intValue();
    }

    private IllegalArgumentException wrong(String name, String right, JsonNode value) {
        return new IllegalArgumentException(
                "option " + name + " of " + source + " should be " + right + " but is " + value);
    }
}
