package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * A schema as TypeBox sees it, for {@link Schema#cast} and {@link Schema#create}: one kind of type
 * with the other keywords as its options. A Java null stands for a value that is absent.
 */
abstract class Kind {
    private final JsonNode options;

    Kind(JsonNode options) {
        this.options = options;
    }

    /** The keywords that describe this kind closer. */
    final JsonNode options() {
        return options;
    }

    final @Nullable JsonNode option(String keyword) {
        return options.get(keyword);
    }

    /** A count or limit, or null if there is none. */
    final @Nullable Double limit(String keyword) {
        JsonNode value = options.get(keyword);
        return value != null && value.isNumber() ? (Double) Numbers.nearest(value) : null;
    }

    /** The kind itself, or what it refers to. */
    Kind target() {
        return this;
    }

    /** Whether a value is of this kind. */
    abstract boolean check(@Nullable JsonNode value, CastRun run);

    /** A value of this kind where there is no {@code default}. */
    abstract JsonNode make(CastRun run);

    /** The closest value of this kind to one that is not. */
    abstract @Nullable JsonNode replace(@Nullable JsonNode value, CastRun run);

    final boolean accepts(@Nullable JsonNode value, CastRun run) {
        run.enter();
        try {
            CastMemory memory = run.memory();
            return memory == null ? check(value, run) : memory.accepts(this, value);
        } finally {
            run.leave();
        }
    }

    final JsonNode create(CastRun run) {
        run.enter();
        try {
            CastMemory memory = run.memory();
            return memory == null ? makeUp(run) : memory.create(this);
        } finally {
            run.leave();
        }
    }

    /** As {@link #create}, without looking whether there is one already. */
    final JsonNode makeUp(CastRun run) {
        JsonNode value = options.get("default");
        run.make(value == null ? 1 : ValueSize.of(value));
        return value == null ? make(run) : value.deepCopy();
    }

    final @Nullable JsonNode cast(@Nullable JsonNode value, CastRun run) {
        run.enter();
        try {
            return accepts(value, run) ? value : replace(value, run);
        } finally {
            run.leave();
        }
    }
}
