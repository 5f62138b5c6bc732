package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

/**
 * A regular expression of ECMA-262 with the meaning of its {@code u} flag, as JSON Schema wants it.
 * Immutable; threads may share it.
 *
 * <p>A search takes time linear in the length of the text, whatever the pattern, unless the pattern
 * has back references or very large counts; then it is given up after a number of steps.
 */
final class Pattern262 {
    private static final int CHARACTERS_PER_STEP = 16;

    private final String source;
    private final RegexNode node;
    private final boolean anchored;
    private final int groups;
    private final @Nullable RegexAutomaton automaton;

    private Pattern262(String source) {
        this.source = source;
        node = RegexParser.parse(source);
        anchored = RegexNode.anchored(node);
        groups = RegexGroups.in(source).count();
        RegexProgram program = RegexProgram.compile(node);
        automaton = program == null ? null : new RegexAutomaton(program, anchored);
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException saying what is wrong and where, if it is not one
     */
    static Pattern262 compile(String source) {
        return new Pattern262(source);
    }

    /**
     * Whether the pattern matches anywhere in the text.
     *
     * @throws UndecidableException if that cannot be told in reasonable time
     */
    boolean find(String text) {
        return find(text, (Evaluation) null);
    }

    /** As {@link #find(String)}; the steps are steps of the evaluation. */
    boolean find(String text, Scope scope) {
        Evaluation evaluation = scope.evaluation();
        evaluation.spend(1 + text.length() / CHARACTERS_PER_STEP);
        return find(text, evaluation);
    }

    private boolean find(String text, @Nullable Evaluation evaluation) {
        try {
            return automaton != null
                    ? automaton.find(text, RegexBudget.ofSweep(text, evaluation))
                    : new RegexBacktracker(
                                    text, groups, RegexBudget.ofBacktracking(text, evaluation))
                            .find(node, anchored);
        } catch (UndecidableException e) {
            throw new UndecidableException(
                    "cannot tell whether the pattern "
                            + source
                            + " matches a text of length "
                            + text.length()
                            + ": "
                            + e.getMessage());
        }
    }

    String source() {
        return source;
    }

    @Override
    public String toString() {
        return source;
    }
}
