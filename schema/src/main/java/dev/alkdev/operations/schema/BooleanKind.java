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
    boolean check(@Nullable JsonNode value, CastRun run) {
        return value != null && value.isBoolean();
    }

    @Override
    JsonNode make(CastRun run) {
        return BooleanNode.FALSE;
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        return create(run);
    }
}
