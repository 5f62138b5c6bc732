package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

/**
 * The dynamic scope of an evaluation: the resources entered on the way here, innermost first. It
 * also bounds the evaluation, because only through references can one go on without end.
 */
final class Scope {
    /** Nested schema applications; a level takes two or three stack frames. */
    private static final int MAX_LEVELS = 2_000;

    private final @Nullable Scope outer;
    private final Resource resource;
    private final int levels;
    private final @Nullable Evaluation evaluation;

    private Scope(
            @Nullable Scope outer, Resource resource, int levels, @Nullable Evaluation evaluation) {
        this.outer = outer;
        this.resource = resource;
        this.levels = levels;
        this.evaluation = evaluation;
    }

    /** The scope in which every evaluation of a schema begins. */
    static Scope of(Resource resource) {
        return new Scope(null, resource, 0, null);
    }

    /** This scope for one evaluation; the same one if the document has nothing to keep track of. */
    Scope begin() {
        return resource.library().isPlain()
                ? this
                : new Scope(outer, resource, levels, new Evaluation());
    }

    /** The evaluation under way. */
    Evaluation evaluation() {
        return evaluation == null ? new Evaluation() : evaluation;
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
        if (evaluation != null) {
            evaluation.step();
        }
        return new Scope(this, target, total, evaluation);
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
