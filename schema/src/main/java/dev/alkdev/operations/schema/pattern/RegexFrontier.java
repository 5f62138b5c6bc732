package dev.alkdev.operations.schema.pattern;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The instructions of a program that wait for a code point at one place of a text. Not shared. */
final class RegexFrontier {
    private final RegexProgram program;
    private final RegexBudget budget;
    private final int[] seen;
    private final int[] pending;
    private final int[] waiting;
    private int generation;
    private int pendingCount;
    private int waitingCount;

    /** The lookarounds of the program, each with the places where its body matches. */
    private final List<BitSet> looks;

    RegexFrontier(RegexProgram program, List<BitSet> looks, RegexBudget budget) {
        this.program = program;
        this.looks = looks;
        this.budget = budget;
        seen = new int[program.size()];
        pending = new int[program.size()];
        waiting = new int[program.size()];
    }

    /**
     * Follows everything that takes no code point.
     *
     * @param fresh whether a new attempt begins here
     * @return whether the match was reached
     */
    boolean expand(int[] from, int count, boolean fresh, Place place) {
        generation++;
        waitingCount = 0;
        for (int i = 0; i < count; i++) {
            visit(from[i]);
        }
        if (fresh) {
            visit(program.start());
        }
        boolean matched = false;
        while (pendingCount > 0) {
            matched |= follow(pending[--pendingCount], place);
        }
        return matched;
    }

    private boolean follow(int instruction, Place place) {
        budget.spend();
        switch (program.kind(instruction)) {
            case RegexProgram.MATCH -> {
                return true;
            }
            case RegexProgram.CHARS -> waiting[waitingCount++] = instruction;
            case RegexProgram.SPLIT -> {
                visit(program.operand(instruction));
                visit(program.next(instruction));
            }
            case RegexProgram.ASSERT -> {
                if (program.assertion(instruction)
                        .holds(place.atStart(), place.atEnd(), place.atBoundary())) {
                    visit(program.next(instruction));
                }
            }
            default -> {
                int look = program.operand(instruction);
                if (looks.get(look).get(place.position()) != program.looks().get(look).negated()) {
                    visit(program.next(instruction));
                }
            }
        }
        return false;
    }

    private void visit(int instruction) {
        if (seen[instruction] != generation) {
            seen[instruction] = generation;
            pending[pendingCount++] = instruction;
        }
    }

    /**
     * Writes the instructions after the code point in no particular order, and gives their number.
     */
    int advance(int codePoint, int[] to) {
        generation++;
        int count = 0;
        for (int i = 0; i < waitingCount; i++) {
            int next = program.next(waiting[i]);
            if (seen[next] != generation && program.takes(waiting[i], codePoint)) {
                seen[next] = generation;
                to[count++] = next;
            }
        }
        return count;
    }

    /** The instructions after the code point, in order. */
    int[] after(int codePoint) {
        int count = advance(codePoint, pending);
        int[] after = Arrays.copyOf(pending, count);
        Arrays.sort(after);
        return after;
    }

    /** What can be seen from between two code points. */
    record Place(int position, boolean atStart, boolean atEnd, boolean atBoundary) {

        static Place in(String text, int position) {
            boolean atStart = position == 0;
            boolean atEnd = position == text.length();
            boolean wordBefore = !atStart && CodePoints.isWord(text.charAt(position - 1));
            boolean wordAfter = !atEnd && CodePoints.isWord(text.charAt(position));
            return new Place(position, atStart, atEnd, wordBefore != wordAfter);
        }
    }
}
