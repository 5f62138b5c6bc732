package dev.alkdev.operations.examples.tasks;

import tools.jackson.databind.JsonNode;

import java.util.Set;
import java.util.TreeSet;

/** Reads the options of an example source, and refuses what it does not know. */
final class SourceOptions {
    private final String source;
    private final JsonNode options;

    /**
     * The options of a source.
     *
     * @throws IllegalArgumentException naming the option that does not exist
     */
    SourceOptions(String source, JsonNode options, Set<String> known) {
        this.source = source;
        this.options = options;
        if (!options.isObject()) {
            throw new IllegalArgumentException(
                    "options of " + source + " should be an object but are " + options);
        }
        for (String name : options.propertyNames()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        source
                                + " has no option "
                                + name
                                + "; there are "
                                + String.join(", ", new TreeSet<>(known)));
            }
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
