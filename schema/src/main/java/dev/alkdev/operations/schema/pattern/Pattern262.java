package dev.alkdev.operations.schema.pattern;

import org.jspecify.annotations.Nullable;

import java.lang.ref.SoftReference;

/**
 * A regular expression of ECMA-262 with the meaning of its {@code u} flag, as JSON Schema wants it.
 * Immutable; threads may share it.
 *
 * <p>A search takes time linear in the length of the text, whatever the pattern, unless the pattern
 * has back references or very large counts; then it is given up after a number of steps.
 */
public final class Pattern262 {
    private static final int CHARACTERS_PER_STEP = 16;

    /** Programs of so many instructions are kept for good. */
    private static final int SMALL_PROGRAM = 20_000;

    private final String source;
    private final RegexNode node;
    private final boolean anchored;
    private final int groups;
    private volatile boolean irregular;
    private volatile @Nullable RegexAutomaton small;

    /** Some megabytes; made again if the memory was needed meanwhile. */
    private volatile SoftReference<@Nullable RegexAutomaton> large = new SoftReference<>(null);

    private Pattern262(String source) {
        this.source = source;
        node = RegexParser.parse(source);
        anchored = RegexNode.anchored(node);
        groups = RegexGroups.in(source).count();
    }

    /** What searches in linear time; null if the pattern is none for that. */
    private @Nullable RegexAutomaton automaton() {
        RegexAutomaton known = small != null ? small : large.get();
        if (known != null || irregular) {
            return known;
        }
        RegexProgram program = RegexProgram.compile(node);
        if (program == null) {
            irregular = true;
            return null;
        }
        RegexAutomaton made = new RegexAutomaton(program, anchored);
        if (program.size() <= SMALL_PROGRAM) {
            small = made;
        } else {
            large = new SoftReference<>(made);
        }
        return made;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException saying what is wrong and where, if it is not one
     */
    public static Pattern262 compile(String source) {
        return new Pattern262(source);
    }

    /** Takes part in the work of a search, which may be long, and may end it by throwing. */
    @FunctionalInterface
    public interface Work {
        /** Ends a search whose thread is interrupted. */
        Work INTERRUPTIBLE =
                steps -> {
                    if (Thread.currentThread().isInterrupted()) {
                        throw new GivenUpException("the thread was interrupted");
                    }
                };

        /** Is called every few thousand steps, and at the beginning. */
        void spend(long steps);
    }

    /** A search that was given up, because it would take too long. */
    public static final class GivenUpException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GivenUpException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Whether the pattern matches anywhere in the text.
     *
     * @throws GivenUpException if that cannot be told in reasonable time
     */
    public boolean find(String text) {
        return search(text, Work.INTERRUPTIBLE);
    }

    /** As {@link #find(String)}; the steps are also work of somebody else. */
    public boolean find(String text, Work work) {
        if (work != Work.INTERRUPTIBLE) {
            work.spend(1 + text.length() / CHARACTERS_PER_STEP);
        }
        return search(text, work);
    }

    private boolean search(String text, Work work) {
        try {
            RegexAutomaton automaton = automaton();
            return automaton != null
                    ? automaton.find(text, RegexBudget.ofSweep(text, work))
                    : new RegexBacktracker(text, groups, RegexBudget.ofBacktracking(text, work))
                            .find(node, anchored);
        } catch (GivenUpException e) {
            throw new GivenUpException(
                    "cannot decide whether the pattern "
                            + source
                            + " matches a text of length "
                            + text.length()
                            + ": "
                            + e.getMessage());
        }
    }

    /** The pattern as it was written. */
    public String source() {
        return source;
    }

    @Override
    public String toString() {
        return source;
    }
}
