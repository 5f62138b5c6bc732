package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import tools.jackson.databind.JsonNode;

/** {@code pattern}: an unanchored search. */
final class TextPattern extends Assertion {
    private final Pattern262 pattern;

    TextPattern(Location schema, Pattern262 pattern) {
        super(schema, "pattern", JsonType.STRING.bit);
        this.pattern = pattern;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        return PatternSearch.find(pattern, value.asString(), scope);
    }

    @Override
    int cost() {
        return 1;
    }

    @Override
    boolean holds(JsonNode value) {
        return PatternSearch.find(pattern, value.asString());
    }

    @Override
    String demand(JsonNode value) {
        return "must match the pattern " + pattern.source();
    }
}
