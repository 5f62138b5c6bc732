package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

/** Searches with a pattern in the course of an evaluation, or for itself. */
final class PatternSearch {
    private PatternSearch() {}

    /**
     * Whether the pattern matches anywhere in the text; the steps are steps of the evaluation.
     *
     * @throws UndecidableException if that cannot be told in reasonable time
     */
    static boolean find(Pattern262 pattern, String text, Scope scope) {
        return find(pattern, text, scope.evaluation());
    }

    /** As {@link #find(Pattern262, String, Scope)}, within the bounds of one search. */
    static boolean find(Pattern262 pattern, String text) {
        return find(pattern, text, Pattern262.Work.INTERRUPTIBLE);
    }

    private static boolean find(Pattern262 pattern, String text, Pattern262.Work work) {
        try {
            return pattern.find(text, work);
        } catch (Pattern262.GivenUpException e) {
            SchemaInterruptedException.throwIfInterrupted();
            throw new UndecidableException(String.valueOf(e.getMessage()));
        }
    }
}
