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
    boolean check(@Nullable JsonNode value, CastRun run) {
        return true;
    }

    @Override
    JsonNode make(CastRun run) {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    @Nullable JsonNode replace(@Nullable JsonNode value, CastRun run) {
        return value;
    }
}
