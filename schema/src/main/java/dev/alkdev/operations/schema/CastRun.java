package dev.alkdev.operations.schema;

/** One cast or creation under way: how deep it is and how much it has done. For one thread. */
final class CastRun {
    private static final int MAX_DEPTH = 2_000;
    private static final int MAX_STEPS = 10_000_000;

    private final Evaluation evaluation;
    private int depth;
    private int steps;

    CastRun(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /** Counts the work that depends on the size of a value. */
    Evaluation evaluation() {
        return evaluation;
    }

    /** Begins with one more kind inside the others. */
    void enter() {
        if (++depth > MAX_DEPTH) {
            throw new CastException(
                    "the value or the schema is nested more than " + MAX_DEPTH + " levels deep");
        }
        evaluation.step();
        if (++steps > MAX_STEPS) {
            throw new CastException("the schema needs more than " + MAX_STEPS + " steps to cast");
        }
    }

    void leave() {
        depth--;
    }
}
