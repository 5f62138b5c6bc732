package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/** True or false. */
final class BooleanKind extends Kind {
    BooleanKind(JsonNode options) {
        super(options);
    }

    @Override
    boolean accepts(@Nullable JsonNode value, int depth) {
        return value != null && value.isBoolean();
    }

    @Override
    JsonNode make(int depth) {
        return BooleanNode.FALSE;
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, int depth) {
        return create(depth);
    }
}
