package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** No value at all. */
final class NeverKind extends Kind {
    NeverKind(JsonNode options) {
        super(options);
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        return false;
    }

    @Override
    JsonNode make(CastRun run) {
        throw new CastException("Never types cannot be created. Consider using a default value.");
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        throw new CastException("Never types cannot be cast");
    }
}
