package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Searches with a program in linear time. What it learns about the program is kept as a
 * deterministic automaton, so that most steps are one look into a table. Threads may share it.
 */
final class RegexAutomaton {
    private static final int MAX_STATES = 500;
    private static final int MAX_REMEMBERED = 200_000;

    private final RegexProgram program;
    private final boolean unanchored;
    private final Map<State, State> states = new ConcurrentHashMap<>();
    private final AtomicInteger remembered = new AtomicInteger();
    private final State initial = new State(new int[0], State.NOTHING);
    private final State matched = new State(new int[0], State.MATCHED);

    RegexAutomaton(RegexProgram program, boolean anchored) {
        this.program = program;
        this.unanchored = !anchored;
    }

    boolean find(String text, RegexBudget budget) {
        if (!program.looks().isEmpty()) {
            return new RegexSweep(text, budget).matchesAnywhere(program);
        }
        RegexFrontier frontier = null;
        State state = initial;
        int position = 0;
        while (position < text.length()) {
            int codePoint = text.codePointAt(position);
            State next = state.after(codePoint);
            if (next == null) {
                frontier = frontier == null ? frontier(budget) : frontier;
                next = learn(state, codePoint, frontier);
                if (next == null) {
                    return new RegexSweep(text, budget)
                            .matchesFrom(program, position, state.alive, unanchored);
                }
            }
            if (next.before == State.MATCHED) {
                return true;
            }
            if (next.alive.length == 0 && !unanchored) {
                return false;
            }
            state = next;
            position += Character.charCount(codePoint);
        }
        return matchesAtEnd(state, budget);
    }

    /** The state after one more code point; null if there are too many states to remember. */
    private @Nullable State learn(State state, int codePoint, RegexFrontier frontier) {
        boolean word = CodePoints.isWord(codePoint);
        State next = matched;
        if (!expand(frontier, state, false, word)) {
            State fresh = new State(frontier.after(codePoint), word ? State.WORD : State.OTHER);
            State known = states.get(fresh);
            if (known == null && isFull(fresh)) {
                return null;
            }
            next = known != null ? known : states.computeIfAbsent(fresh, absent -> absent);
        }
        state.remember(codePoint, next);
        return next;
    }

    private boolean isFull(State fresh) {
        boolean full =
                states.size() >= MAX_STATES
                        || remembered.get() + fresh.alive.length > MAX_REMEMBERED;
        if (!full) {
            remembered.addAndGet(fresh.alive.length);
        }
        return full;
    }

    private boolean matchesAtEnd(State state, RegexBudget budget) {
        Boolean known = state.matchesAtEnd;
        if (known == null) {
            known = expand(frontier(budget), state, true, false);
            state.matchesAtEnd = known;
        }
        return known;
    }

    private RegexFrontier frontier(RegexBudget budget) {
        return new RegexFrontier(program, List.of(), budget);
    }

    private boolean expand(RegexFrontier frontier, State state, boolean atEnd, boolean wordAfter) {
        boolean atStart = state.before == State.NOTHING;
        boolean atBoundary = (state.before == State.WORD) != wordAfter;
        var place = new RegexFrontier.Place(0, atStart, atEnd, atBoundary);
        return frontier.expand(state.alive, state.alive.length, unanchored || atStart, place);
    }

    /**
     * A set of instructions that are alive after some text. The fields that change are caches:
     * threads that race over them write equal things.
     */
    private static final class State {
        static final int NOTHING = 0;
        static final int WORD = 1;
        static final int OTHER = 2;
        static final int MATCHED = 3;

        private static final int EDGES = 64;

        private final int[] alive;
        private final int before;
        private final @Nullable State[] ascii = new State[128];
        private @Nullable Edge @Nullable [] others;
        private @Nullable Boolean matchesAtEnd;

        State(int[] alive, int before) {
            this.alive = alive;
            this.before = before;
        }

        @Nullable State after(int codePoint) {
            if (codePoint < ascii.length) {
                return ascii[codePoint];
            }
            @Nullable Edge[] edges = others;
            Edge edge = edges == null ? null : edges[codePoint % EDGES];
            return edge == null || edge.codePoint != codePoint ? null : edge.target;
        }

        void remember(int codePoint, State target) {
            if (codePoint < ascii.length) {
                ascii[codePoint] = target;
                return;
            }
            @Nullable Edge[] edges = others;
            if (edges == null) {
                edges = new Edge[EDGES];
                others = edges;
            }
            edges[codePoint % EDGES] = new Edge(codePoint, target);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof State state
                    && before == state.before
                    && Arrays.equals(alive, state.alive);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(alive) * 3 + before;
        }
    }

    /** Where one code point beyond ASCII leads. */
    private record Edge(int codePoint, State target) {}
}
