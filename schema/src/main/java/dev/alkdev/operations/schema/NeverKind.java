package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** No value at all. */
final class NeverKind extends Kind {
    NeverKind(JsonNode options) {
        super(options);
    }

    @Override
    boolean accepts(@Nullable JsonNode value, int depth) {
        return false;
    }

    @Override
    JsonNode make(int depth) {
        throw new CastException("Never types cannot be created. Consider using a default value.");
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, int depth) {
        throw new CastException("Never types cannot be cast");
    }
}
