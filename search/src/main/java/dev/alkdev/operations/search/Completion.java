package dev.alkdev.operations.search;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the known words that a word may become which is not written out yet. */
final class Completion {
    /** A letter begins thousands of words; those that most operations have are the likely ones. */
    private static final int MOST = 40;

    private static final double WORTH = 0.8;

    private Completion() {}

    /** The terms that begin with some letters, with how much each is worth. */
    static Map<String, Double> of(String letters, Index index) {
        List<Term> found =
                index.terms().stream()
                        .filter(term -> term.live() > 0 && term.stem().startsWith(letters))
                        .sorted(
                                Comparator.comparingInt(Term::live)
                                        .reversed()
                                        .thenComparing(Term::stem))
                        .limit(MOST)
                        .toList();
        Map<String, Double> worth = new HashMap<>();
        found.forEach(term -> worth.put(term.stem(), WORTH));
        return worth;
    }
}
