package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which operations have which words. Changed by one thread while none reads. */
final class Index {
    /** So many may be gone before their numbers are given to others. */
    private static final int MOST_GONE = 100;

    private final Map<String, Term> terms = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<@Nullable Document> documents = new ArrayList<>();
    private double lengths;

    void put(OperationSpec spec, Collection<String> aliases) {
        remove(spec.id());
        Map<String, Double> weights = DocumentWords.of(spec, aliases);
        double length = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        int number = documents.size();
        weights.forEach((stem, weight) -> term(stem).add(number, weight));
        documents.add(Document.of(spec, this, length));
        numbers.put(spec.id(), number);
        lengths += length;
    }

    void remove(String id) {
        Integer number = numbers.remove(id);
        Document gone = number == null ? null : documents.set(number, null);
        if (gone != null) {
            lengths -= gone.length();
            if (documents.size() - numbers.size() > MOST_GONE + numbers.size() / 4) {
                renumber();
            }
        }
    }

    void clear() {
        terms.clear();
        numbers.clear();
        documents.clear();
        lengths = 0;
    }

    private void renumber() {
        int[] now = new int[documents.size()];
        List<Document> left = new ArrayList<>(numbers.size());
        for (int i = 0; i < now.length; i++) {
            Document document = documents.get(i);
            now[i] = document == null ? -1 : left.size();
            if (document != null) {
                numbers.put(document.spec().id(), left.size());
                left.add(document);
            }
        }
        documents.clear();
        documents.addAll(left);
        terms.values().forEach(term -> term.renumber(number -> now[number]));
        terms.values().removeIf(term -> term.size() == 0);
    }

    private Term term(String stem) {
        return terms.computeIfAbsent(stem, Term::new);
    }

    /** The terms of stems, each once. */
    List<Term> terms(List<String> stems) {
        return stems.stream().distinct().map(this::term).toList();
    }

    Collection<Term> terms() {
        return terms.values();
    }

    @Nullable Term find(String stem) {
        Term term = terms.get(stem);
        return term == null || term.size() == 0 ? null : term;
    }

    @Nullable Document document(int number) {
        return documents.get(number);
    }

    /** One more than the largest number of a document. */
    int end() {
        return documents.size();
    }

    double averageLength() {
        return lengths / Math.max(1, numbers.size());
    }

    /** How much a term tells operations apart. */
    double rarity(Term term) {
        int all = documents.size();
        int having = Math.min(all, term.size());
        return Math.log(1 + (all - having + 0.5) / (having + 0.5));
    }
}
