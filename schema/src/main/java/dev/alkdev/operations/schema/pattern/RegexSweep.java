package dev.alkdev.operations.schema.pattern;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Runs programs over a text, all ways at once: one pass for each lookaround and one for the rest.
 */
final class RegexSweep {
    private final String text;
    private final RegexBudget budget;

    RegexSweep(String text, RegexBudget budget) {
        this.text = text;
        this.budget = budget;
    }

    boolean matchesAnywhere(RegexProgram program) {
        return matchesFrom(program, 0, new int[0], true);
    }

    /** Continues a forward search from a position with some instructions alive. */
    boolean matchesFrom(RegexProgram program, int position, int[] alive, boolean unanchored) {
        return !run(program, position, alive, unanchored, true).isEmpty();
    }

    private List<BitSet> looks(RegexProgram program) {
        List<BitSet> places = new ArrayList<>();
        for (RegexProgram.Look look : program.looks()) {
            int start = look.ahead() ? text.length() : 0;
            places.add(run(look.body(), start, new int[0], true, false));
        }
        return places;
    }

    /** The places where the program ends with a match; only the first one found if so wished. */
    private BitSet run(
            RegexProgram program, int start, int[] alive, boolean unanchored, boolean onlyFirst) {
        RegexFrontier frontier = new RegexFrontier(program, looks(program), budget);
        BitSet matches = new BitSet();
        int last = program.backward() ? 0 : text.length();
        int[] current = new int[program.size()];
        System.arraycopy(alive, 0, current, 0, alive.length);
        int count = alive.length;
        int position = start;
        while (true) {
            var place = RegexFrontier.Place.in(text, position);
            if (frontier.expand(current, count, unanchored || place.atStart(), place)) {
                matches.set(position);
                if (onlyFirst) {
                    return matches;
                }
            }
            if (position == last) {
                return matches;
            }
            int codePoint =
                    program.backward()
                            ? text.codePointBefore(position)
                            : text.codePointAt(position);
            int width = Character.charCount(codePoint);
            position += program.backward() ? -width : width;
            count = frontier.advance(codePoint, current);
            if (count == 0 && !unanchored) {
                return matches;
            }
        }
    }
}
