package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Anything, even nothing. */
final class UnknownKind extends Kind {
    UnknownKind(JsonNode options) {
        super(options);
    }

    @Override
    boolean accepts(@Nullable JsonNode value, int depth) {
        return true;
    }

    @Override
    JsonNode make(int depth) {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    @Nullable JsonNode replace(@Nullable JsonNode value, int depth) {
        return value;
    }
}
