package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonIgnore;

import dev.alkdev.operations.schema.Change;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/**
 * How far the results of an operation deviate from its output schema, since it was registered. An
 * operation that drifts has a spec that is wrong or a source that has changed.
 *
 * @param normalized results that normalization had to change
 * @param mismatched results that did not fit the output schema all the same
 * @param stripped properties that were left out because the schema does not know them
 * @param defaulted properties that were filled in with their default
 * @param converted values that were converted to the type the schema asks for
 * @param replaced values that did not fit and were replaced, by {@link NormalizeMode#CAST} or
 *     {@link NormalizeMode#ENFORCE}
 */
public record Drift(
        long normalized,
        long mismatched,
        long stripped,
        long defaulted,
        long converted,
        long replaced) {
    private static final Drift NONE = new Drift(0, 0, 0, 0, 0, 0);

    /** That of an operation whose results all fit. */
    public static Drift none() {
        return NONE;
    }

    /** Whether all results fit. */
    @JsonIgnore
    public boolean isNone() {
        return equals(NONE);
    }

    /** Counts it, for one operation. Threads may share it. */
    static final class Count implements Consumer<Change> {
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
                    counts.get(Change.Kind.STRIPPED.ordinal()),
                    counts.get(Change.Kind.DEFAULTED.ordinal()),
                    counts.get(Change.Kind.CONVERTED.ordinal()),
                    counts.get(Change.Kind.REPLACED.ordinal()));
        }
    }
}
