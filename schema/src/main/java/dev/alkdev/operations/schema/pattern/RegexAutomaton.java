package dev.alkdev.operations.schema.pattern;

import org.jspecify.annotations.Nullable;

import java.lang.ref.SoftReference;
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
    static final int MAX_STATES = 500;
    private static final int MAX_REMEMBERED = 200_000;

    private final RegexProgram program;
    private final boolean unanchored;

    /** Given up when memory runs short: thousands of patterns may have one each. */
    private volatile SoftReference<Table> table = new SoftReference<>(new Table());

    RegexAutomaton(RegexProgram program, boolean anchored) {
        this.program = program;
        this.unanchored = !anchored;
    }

    boolean find(String text, RegexBudget budget) {
        if (!program.looks().isEmpty()) {
            return new RegexSweep(text, budget).matchesAnywhere(program);
        }
        RegexFrontier frontier = null;
        Table learnt = table();
        State state = learnt.initial;
        int position = 0;
        while (position < text.length()) {
            int codePoint = text.codePointAt(position);
            State next = state.after(codePoint);
            if (next == null) {
                frontier = frontier == null ? frontier(budget) : frontier;
                next = learn(learnt, state, codePoint, frontier);
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
    private @Nullable State learn(
            Table learnt, State state, int codePoint, RegexFrontier frontier) {
        boolean word = CodePoints.isWord(codePoint);
        State next = learnt.matched;
        if (!expand(frontier, state, false, word)) {
            State fresh = new State(frontier.after(codePoint), word ? State.WORD : State.OTHER);
            next = learnt.known(fresh);
            if (next == null) {
                return null;
            }
        }
        state.remember(codePoint, next);
        return next;
    }

    private Table table() {
        Table known = table.get();
        if (known == null) {
            known = new Table();
            table = new SoftReference<>(known);
        }
        return known;
    }

    /** How many states are remembered. */
    int size() {
        return table().states.size();
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

    /** The states that have been met, up to a number. */
    private static final class Table {
        private final Map<State, State> states = new ConcurrentHashMap<>();
        private final AtomicInteger remembered = new AtomicInteger();
        private final State initial = new State(new int[0], State.NOTHING);
        private final State matched = new State(new int[0], State.MATCHED);

        /** The state that is equal to this one; null if there is no room for another. */
        @Nullable State known(State fresh) {
            State known = states.get(fresh);
            if (known != null) {
                return known;
            }
            if (states.size() >= MAX_STATES
                    || remembered.get() + fresh.alive.length > MAX_REMEMBERED) {
                return null;
            }
            remembered.addAndGet(fresh.alive.length);
            return states.computeIfAbsent(fresh, absent -> absent);
        }
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
