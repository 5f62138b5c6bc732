package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

/**
 * The dynamic scope of an evaluation: the resources entered on the way here, innermost first. It
 * also bounds the evaluation, because only through references can one go on without end.
 */
final class Scope {
    /** Nested schema applications; a level takes two or three stack frames. */
    private static final int MAX_LEVELS = 2_000;

    /** References followed below one reference of the root; bounds exponential schemas. */
    private static final int MAX_STEPS = 20_000_000;

    private final @Nullable Scope outer;
    private final Resource resource;
    private final int levels;
    private final int @Nullable [] steps;

    private Scope(@Nullable Scope outer, Resource resource, int levels, int @Nullable [] steps) {
        this.outer = outer;
        this.resource = resource;
        this.levels = levels;
        this.steps = steps;
    }

    static Scope of(Resource resource) {
        return new Scope(null, resource, 0, null);
    }

    /** The scope after following a reference that stands {@code depth} levels below its root. */
    Scope enter(Resource target, int depth) {
        int total = levels + depth + 1;
        if (total > MAX_LEVELS) {
            throw new UndecidableException(
                    "the value is nested too deeply for this schema, or the schema refers to itself"
                            + " without end (more than "
                            + MAX_LEVELS
                            + " levels)");
        }
        int[] counter = steps == null ? new int[1] : steps;
        if (++counter[0] > MAX_STEPS) {
            throw new UndecidableException(
                    "the schema needs more than " + MAX_STEPS + " steps to judge this value");
        }
        return new Scope(this, target, total, counter);
    }

    /** The outermost schema with this dynamic anchor, or null if no resource on the way has one. */
    @Nullable Located outermost(String dynamicAnchor) {
        Located found = null;
        for (Scope scope = this; scope != null; scope = scope.outer) {
            Located located = scope.resource.dynamicAnchor(dynamicAnchor);
            if (located != null) {
                found = located;
            }
        }
        return found;
    }
}
