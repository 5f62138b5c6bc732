package dev.alkdev.operations.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the known words that a mistyped word may mean. */
final class Spelling {
    private static final int MOST = 3;
    private static final int LONG_WORD = 6;
    private static final double ONE_EDIT = 0.9;
    private static final double TWO_EDITS = 0.7;

    private record Near(Term term, int edits) {}

    private Spelling() {}

    /** The nearest terms with the same first letter, with how much each is worth. */
    static Map<String, Double> near(String stem, Index index) {
        int most = stem.length() >= LONG_WORD ? 2 : 1;
        int letters = Term.letters(stem);
        List<Near> found = new ArrayList<>();
        for (Term term : index.terms()) {
            // An edit adds one letter to those of a word and takes one away, at most.
            if (Integer.bitCount(term.letters() ^ letters) <= 2 * most
                    && term.stem().charAt(0) == stem.charAt(0)
                    && term.live() > 0) {
                int edits = edits(stem, term.stem(), most);
                if (edits <= most) {
                    found.add(new Near(term, edits));
                }
            }
        }
        found.sort(
                Comparator.comparingInt(Near::edits)
                        .thenComparing(near -> near.term.live(), Comparator.reverseOrder())
                        .thenComparing(near -> near.term.stem()));
        Map<String, Double> nearest = new HashMap<>();
        found.stream()
                .filter(near -> near.edits == found.getFirst().edits)
                .limit(MOST)
                .forEach(
                        near ->
                                nearest.put(
                                        near.term.stem(), near.edits == 1 ? ONE_EDIT : TWO_EDITS));
        return nearest;
    }

    /** Letters to insert, leave out, change or swap with their neighbour; any more than most. */
    static int edits(String one, String other, int most) {
        if (Math.abs(one.length() - other.length()) > most) {
            return most + 1;
        }
        int[] before = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                boolean same = one.charAt(i - 1) == other.charAt(j - 1);
                int least =
                        Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
                boolean swapped =
                        i > 1
                                && j > 1
                                && one.charAt(i - 1) == other.charAt(j - 2)
                                && one.charAt(i - 2) == other.charAt(j - 1);
                row[j] = swapped ? Math.min(least, before[j - 2] + 1) : least;
            }
            int[] free = before;
            before = last;
            last = row;
            row = free;
        }
        return last[other.length()];
    }
}
