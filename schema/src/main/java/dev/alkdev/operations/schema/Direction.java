package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

/** Whether the values of a schema are input or output, where their required properties differ. */
public enum Direction {
    /** No matter: whatever is required is required. */
    EITHER(null),
    /** To the one who wrote the schema: a {@code readOnly} property is not required. */
    REQUEST("readOnly"),
    /** From the one who wrote the schema: a {@code writeOnly} property is not required. */
    RESPONSE("writeOnly");

    private final @Nullable String optional;

    Direction(@Nullable String optional) {
        this.optional = optional;
    }

    /** The keyword of properties that are never required this way. */
    @Nullable String optionalKeyword() {
        return optional;
    }
}
