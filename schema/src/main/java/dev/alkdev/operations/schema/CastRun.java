package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

/** One cast or creation under way: how deep it is and how much it has done. For one thread. */
final class CastRun {
    private static final int MAX_DEPTH = 2_000;

    /** The parts of all values that are made up: more would only fill the memory. */
    private static final long MAX_MADE = 2_000_000;

    private final Evaluation evaluation;
    private int depth;
    private long made;
    private @Nullable CastMemory memory;

    CastRun(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /** Accounts for the work that depends on the size of a value. */
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
    }

    void leave() {
        depth--;
    }

    /** Accounts for what is made up. */
    void make(long parts) {
        made += parts;
        if (made > MAX_MADE) {
            throw new CastException(
                    "a value of more than " + MAX_MADE + " parts is too large to make up");
        }
    }

    /** What has been found out; null as long as remembering would not pay. */
    @Nullable CastMemory memory() {
        if (memory == null && evaluation.verdicts() != null) {
            memory = new CastMemory(this);
        }
        return memory;
    }
}
