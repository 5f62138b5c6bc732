package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Null, or another kind: {@code nullable} of OpenAPI 3.0, which TypeBox does not know. */
final class NullableKind extends Kind {
    private final Kind kind;

    NullableKind(Kind kind) {
        super(kind.options());
        this.kind = kind;
    }

    @Override
    Kind target() {
        return kind.target();
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        return (value != null && value.isNull()) || kind.accepts(value, run);
    }

    @Override
    JsonNode make(CastRun run) {
        return kind.create(run);
    }

    @Override
    @Nullable JsonNode replace(@Nullable JsonNode value, CastRun run) {
        return kind.cast(value, run);
    }
}
