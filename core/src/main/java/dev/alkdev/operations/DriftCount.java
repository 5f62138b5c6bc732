package dev.alkdev.operations;

import dev.alkdev.operations.schema.Change;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/** Counts the {@link Drift} of an operation. Threads may share it. */
final class DriftCount implements Consumer<Change> {
    private static final int KINDS = Change.Kind.values().length;
    private static final int NORMALIZED = KINDS;
    private static final int MISMATCHED = KINDS + 1;

    // One small object: every operation has it, and few ever count anything.
    private final AtomicLongArray counts = new AtomicLongArray(KINDS + 2);

    void addNormalized() {
        counts.incrementAndGet(NORMALIZED);
    }

    void addMismatched() {
        counts.incrementAndGet(MISMATCHED);
    }

    @Override
    public void accept(Change change) {
        counts.incrementAndGet(change.kind().ordinal());
    }

    Drift sum() {
        return new Drift(
                counts.get(NORMALIZED),
                counts.get(MISMATCHED),
                count(Change.Kind.STRIPPED),
                count(Change.Kind.DEFAULTED),
                count(Change.Kind.CONVERTED),
                count(Change.Kind.REPLACED));
    }

    private long count(Change.Kind kind) {
        return counts.get(kind.ordinal());
    }
}
