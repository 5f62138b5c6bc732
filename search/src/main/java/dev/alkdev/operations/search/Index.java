package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which operations have which words. Changed by one thread while none reads. */
final class Index {
    /** So many may be gone before their numbers are given to others. */
    private static final int MOST_GONE = 100;

    private static final double GONE = -1;
    private static final Term[] NONE = {};

    /** Lengths are added as integers, so that their sum does not depend on their order. */
    private static final double PRECISION = 1_000;

    private final Map<String, Term> terms = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<@Nullable Document> documents = new ArrayList<>();
    private final List<Term[]> termsOf = new ArrayList<>();
    private final DocumentWords words = new DocumentWords(this);

    /** The sums of the weights of the words of each document. */
    private double[] lengths = new double[16];

    private long allLengths;

    void put(OperationSpec spec, Collection<String> aliases) {
        remove(spec.id());
        int number = documents.size();
        if (number == lengths.length) {
            lengths = Arrays.copyOf(lengths, number * 2);
        }
        documents.add(words.gather(spec, aliases));
        termsOf.add(words.terms());
        lengths[number] = words.enter(number);
        numbers.put(spec.id(), number);
        allLengths += Math.round(lengths[number] * PRECISION);
    }

    void remove(String id) {
        Integer number = numbers.remove(id);
        if (number != null) {
            documents.set(number, null);
            allLengths -= Math.round(lengths[number] * PRECISION);
            for (Term term : termsOf.get(number)) {
                term.leave();
            }
            termsOf.set(number, NONE);
            lengths[number] = GONE;
            if (documents.size() - numbers.size() > MOST_GONE + numbers.size() / 4) {
                renumber();
            }
        }
    }

    void clear() {
        terms.clear();
        numbers.clear();
        documents.clear();
        termsOf.clear();
        words.clear();
        allLengths = 0;
    }

    private void renumber() {
        int[] now = new int[documents.size()];
        List<Document> left = new ArrayList<>(numbers.size());
        List<Term[]> leftTerms = new ArrayList<>(numbers.size());
        for (int i = 0; i < now.length; i++) {
            Document document = documents.get(i);
            now[i] = document == null ? -1 : left.size();
            if (document != null) {
                numbers.put(document.spec().id(), left.size());
                lengths[left.size()] = lengths[i];
                left.add(document);
                leftTerms.add(termsOf.get(i));
            }
        }
        documents.clear();
        documents.addAll(left);
        termsOf.clear();
        termsOf.addAll(leftTerms);
        terms.values().forEach(term -> term.renumber(number -> now[number]));
        terms.values().removeIf(term -> term.size() == 0);
        words.clear();
    }

    /** The term of a stem, new if it is not known. */
    Term term(String stem) {
        return terms.computeIfAbsent(stem, Term::new);
    }

    Collection<Term> terms() {
        return terms.values();
    }

    @Nullable Term find(String stem) {
        Term term = terms.get(stem);
        return term == null || term.live() == 0 ? null : term;
    }

    @Nullable Document document(int number) {
        return documents.get(number);
    }

    /** The sum of the weights of a document's words; below 0 if it is gone. */
    double length(int number) {
        return lengths[number];
    }

    /** One more than the largest number of a document. */
    int end() {
        return documents.size();
    }

    double averageLength() {
        return allLengths / PRECISION / Math.max(1, numbers.size());
    }

    /** How much a term distinguishes operations. */
    double rarity(Term term) {
        int all = numbers.size();
        int having = Math.min(all, term.live());
        return Math.log(1 + (all - having + 0.5) / (having + 0.5));
    }
}
