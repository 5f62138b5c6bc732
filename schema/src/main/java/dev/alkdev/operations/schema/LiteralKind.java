package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** One value and no other; {@code null} is one of them. */
final class LiteralKind extends Kind {
    private final JsonNode constant;

    LiteralKind(JsonNode options, JsonNode constant) {
        super(options);
        this.constant = constant;
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        return value != null && JsonEquality.equal(constant, value);
    }

    @Override
    JsonNode make(CastRun run) {
        return constant.deepCopy();
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        return create(run);
    }
}
