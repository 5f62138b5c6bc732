package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Enters the words of operations into an index, weighed by where they stand. For one thread. */
final class DocumentWords {
    /** What a word adds each time that a part of the operation has it; any more add nothing. */
    private static final double[] NAME = {3, 3};

    private static final double[] TITLE = {3.5, 3.5};
    private static final double[] FIRST_SENTENCE = {1.5, 1.5};
    private static final double[] NAMESPACE = {1, 1};
    private static final double[] PATH = {0.8, 0.8};
    private static final double[] TAG = {0.8, 0.8};

    /** A word that is repeated in a long text says little more. */
    private static final double[] REST = {0.4, 0.08, 0.6 * 3 / 3.5 - 0.48};

    /** How much of a long description is looked at, and of its first sentence. */
    private static final int LONGEST = 2_000;

    private static final int LONGEST_SENTENCE = 200;

    private final Index index;
    private final TextParts<Word> vocabulary = new TextParts<>(this::word);
    private final TextParts<String> segments = new TextParts<>(PathRanking::segment);
    private final List<Term> gathered = new ArrayList<>();
    private int part;

    DocumentWords(Index index) {
        this.index = index;
    }

    private Word word(String written) {
        String lower = written.toLowerCase(Locale.ROOT);
        return new Word(lower, index.term(Stem.of(lower)), Words.isStopWord(lower));
    }

    /** Forgets the terms it knows, some of which the index has no longer. */
    void clear() {
        vocabulary.clear();
        segments.clear();
        gathered.clear();
    }

    /** Gathers the words of an operation. */
    Document gather(OperationSpec spec, Collection<String> aliases) {
        String path = Traits.path(spec);
        List<Term> name = addName(spec.name());
        List<Term> summary = terms(spec.summary(), 0, spec.summary().length());
        List<Term> title = add(summary, TITLE);
        add(spec.namespace(), NAMESPACE);
        add(Markup.withoutVariables(path), PATH);
        spec.tags().forEach(tag -> add(tag, TAG));
        aliases.forEach(alias -> add(alias, TITLE));
        addDescription(spec.description(), summary);
        Document.Request request = new Document.Request(Traits.method(spec), segments(path));
        return new Document(spec, title, name, request);
    }

    /**
     * Enters what has been gathered into the index.
     *
     * @return the sum of the weights of all words
     */
    double enter(int number) {
        double length = 0;
        for (Term term : gathered) {
            length += term.enter(number);
        }
        gathered.clear();
        return length;
    }

    private List<Term> addName(String name) {
        List<Term> terms = new ArrayList<>();
        StringBuilder joined = new StringBuilder(name.length());
        Words.split(
                name,
                0,
                name.length(),
                (text, begin, end) -> {
                    Word word = vocabulary.get(text, begin, end);
                    terms.add(word.term());
                    joined.append(word.lower());
                });
        List<Term> once = add(terms, NAME);
        if (terms.size() > 1) {
            add(List.of(index.term(Stem.of(joined.toString()))), NAME);
        }
        return once;
    }

    private void addDescription(String description, List<Term> summary) {
        String begin = description.substring(0, Math.min(LONGEST, description.length()));
        String text = Markup.withoutTags(begin);
        int end = text.indexOf(". ");
        int first = Math.min(LONGEST_SENTENCE, end >= 0 ? end + 1 : text.length());
        List<Term> sentence = terms(text, 0, first);
        if (!sentence.equals(summary)) {
            add(sentence, FIRST_SENTENCE);
        }
        add(terms(text, first, text.length()), REST);
    }

    private void add(String text, double[] weights) {
        add(terms(text, 0, text.length()), weights);
    }

    /** The terms of the words that say something. */
    private List<Term> terms(String text, int from, int to) {
        List<Term> terms = new ArrayList<>();
        Words.split(
                text,
                from,
                to,
                (all, begin, end) -> {
                    Word word = vocabulary.get(all, begin, end);
                    if (!word.stop()) {
                        terms.add(word.term());
                    }
                });
        return terms;
    }

    /** Adds the terms of one part of the operation, and gives each once. */
    private List<Term> add(List<Term> terms, double[] weights) {
        part++;
        List<Term> once = new ArrayList<>(terms.size());
        for (Term term : terms) {
            if (term.isNew()) {
                gathered.add(term);
            }
            if (term.gather(part, weights) == 1) {
                once.add(term);
            }
        }
        return List.copyOf(once);
    }

    private List<String> segments(String path) {
        List<String> found = new ArrayList<>();
        Words.split(path, '/', (text, begin, end) -> found.add(segments.get(text, begin, end)));
        return List.copyOf(found);
    }
}
