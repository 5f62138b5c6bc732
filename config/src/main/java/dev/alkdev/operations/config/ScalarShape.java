package dev.alkdev.operations.config;

import dev.alkdev.operations.schema.NearestName;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/** A text, number, boolean or any other single value. */
record ScalarShape(Words words, ObjectNode rules, Parser parser) implements ConfigShape {
    /** Parses a value of the file. */
    interface Parser {
        /**
         * The value; null if it does not fit.
         *
         * @throws IllegalArgumentException saying what is wrong, better than the words of the shape
         */
        @Nullable Object parse(JsonNode node, ConfigValue at);
    }

    @Override
    public @Nullable Object read(ConfigValue value) {
        JsonNode node = value.node();
        try {
            Object parsed = parser.parse(node, value);
            if (parsed == null && value.isExpanded() && node.isString()) {
                // An expansion gives nothing but text.
                parsed = parser.parse(PlainScalar.of(node.asString()), value);
            }
            if (parsed != null) {
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            value.refuse(String.valueOf(e.getMessage()));
            return null;
        }
        return rules.has("enum") && node.isString()
                ? refuseChoice(
                        value, rules.get("enum").valueStream().map(JsonNode::asString).toList())
                : refuse(value);
    }

    /** Reports which texts are allowed. */
    static @Nullable Object refuseChoice(ConfigValue value, List<String> choices) {
        String nearest =
                value.text()
                        .filter(text -> !value.isExpanded())
                        .flatMap(text -> NearestName.of(text, choices))
                        .map(name -> "; did you mean " + name + "?")
                        .orElse("");
        value.refuse(
                value.name()
                        + " should be one of "
                        + ConfigShape.listed(choices, "and")
                        + ", but is "
                        + value.shown(false)
                        + nearest);
        return null;
    }

    /** A flag is off. */
    @Override
    public Optional<Object> absent() {
        boolean flag = rules.path("type").asString("").equals("boolean");
        return flag ? Optional.of(false) : Optional.empty();
    }

    @Override
    public ObjectNode rules() {
        return rules.deepCopy();
    }
}
