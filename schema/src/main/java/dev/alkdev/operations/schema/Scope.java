package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * The dynamic scope of an evaluation: the resources entered on the way here, innermost first. It
 * also bounds the evaluation, because only through references can one go on without end.
 */
final class Scope {
    /** Nested schema applications; a level takes two or three stack frames. */
    private static final int MAX_LEVELS = 2_000;

    /** What is wrong if the levels or the stack of the thread are used up. */
    static final String TOO_DEEP =
            "the value is nested too deeply for this schema, or the schema refers to itself without"
                    + " end";

    /** How many children of a plain value are passed between two looks at the interrupt flag. */
    static final int CHILDREN_MASK = 1_023;

    private final @Nullable Scope outer;
    private final Resource resource;
    private final int levels;
    private final @Nullable Evaluation evaluation;

    /** The scope in which the innermost resource was entered that no scope around it has. */
    private final Scope dynamic;

    private Scope(
            @Nullable Scope outer, Resource resource, int levels, @Nullable Evaluation evaluation) {
        this.outer = outer;
        this.resource = resource;
        this.levels = levels;
        this.evaluation = evaluation;
        this.dynamic = outer != null && outer.hasEntered(resource) ? outer.dynamic : this;
    }

    /** The scope in which every evaluation of a schema begins. */
    static Scope of(Resource resource) {
        return new Scope(null, resource, 0, null);
    }

    /** This scope for one evaluation whose work may grow beyond the size of the value. */
    Scope begin(JsonNode value) {
        return new Scope(outer, resource, levels, new Evaluation(value));
    }

    /** The evaluation under way. */
    Evaluation evaluation() {
        return evaluation == null ? Evaluation.unsized() : evaluation;
    }

    /** What is known about parts of the value; null as long as remembering would not pay. */
    @Nullable Verdicts verdicts() {
        return evaluation == null ? null : evaluation.verdicts();
    }

    /** Accounts for work, and ends it if it is too much or nobody waits for it any more. */
    void spend(long work) {
        if (evaluation != null) {
            evaluation.spend(work);
        }
    }

    /** Accounts for a child that is about to be checked. */
    void pass(int index) {
        if (evaluation != null) {
            evaluation.step();
        } else if ((index & CHILDREN_MASK) == CHILDREN_MASK) {
            SchemaInterruptedException.throwIfInterrupted();
        }
    }

    /**
     * Identifies all that dynamic references depend on: scopes with the same one lead to the same
     * targets.
     */
    Scope dynamic() {
        return dynamic;
    }

    private boolean hasEntered(Resource target) {
        for (Scope scope = dynamic; scope != null; scope = scope.around()) {
            if (scope.resource == target) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Scope around() {
        return outer == null ? null : outer.dynamic;
    }

    /** The scope inside a resource, for who only wants to know where dynamic references lead. */
    Scope visit(Resource target) {
        return hasEntered(target) ? this : enter(target, 0);
    }

    /** The scope after following a reference {@code depth} levels below its root. */
    Scope enter(Resource target, int depth) {
        int total = levels + depth + 1;
        if (total > MAX_LEVELS) {
            throw new UndecidableException(TOO_DEEP + " (more than " + MAX_LEVELS + " levels)");
        }
        if (evaluation != null) {
            evaluation.step();
        }
        return new Scope(this, target, total, evaluation);
    }

    /** The outermost schema with this dynamic anchor, or null if no resource on the way has one. */
    @Nullable Located outermost(String dynamicAnchor) {
        Located found = null;
        for (Scope scope = dynamic; scope != null; scope = scope.around()) {
            Located located = scope.resource.dynamicAnchor(dynamicAnchor);
            if (located != null) {
                found = located;
            }
        }
        return found;
    }
}
