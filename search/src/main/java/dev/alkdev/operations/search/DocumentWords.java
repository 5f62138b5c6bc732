package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Enters the words of operations into an index, weighed by their place. For one thread. */
final class DocumentWords {
    /** What a word adds each time that a part of the operation has it; any more add nothing. */
    private static final double[] NAME = {3, 3};

    private static final double[] TITLE = {3.5, 3.5};
    private static final double[] FIRST_SENTENCE = {1.5, 1.5};
    private static final double[] NAMESPACE = {1, 1};
    private static final double[] PATH = {0.8, 0.8};
    private static final double[] TAG = {0.8, 0.8};

    /** A word that is repeated in a long text adds little. */
    private static final double[] REST = {0.4, 0.08, 0.6 * 3 / 3.5 - 0.48};

    /** How much of a long path or description is read, and of its first sentence. */
    private static final int LONGEST = 2_000;

    private static final int LONGEST_SENTENCE = 200;

    private final Index index;
    private final TextParts<Word> vocabulary = new TextParts<>(this::word);
    private final TextParts<String> segments = new TextParts<>(PathRanking::segment);

    private final Words.Parts readName = this::readName;
    private final Words.Parts readTelling = this::readTelling;
    private final Words.Parts readSegment = this::readSegment;

    /** The text that is being read. */
    private char[] text = new char[LONGEST];

    /** The terms of the part that is being read, in their order. */
    private final List<Term> read = new ArrayList<>();

    /** So many of them are different, once they have been added. */
    private int different;

    private final StringBuilder joinedName = new StringBuilder();
    private final List<Term> summary = new ArrayList<>();
    private final List<String> path = new ArrayList<>();

    /** All terms of the operation, each once. */
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
        String address = Traits.path(spec);
        List<Term> name = addName(spec.name());
        List<Term> title = addTitle(spec.summary());
        add(spec.namespace(), NAMESPACE);
        addPath(address);
        spec.tags().forEach(tag -> add(tag, TAG));
        aliases.forEach(alias -> add(alias, TITLE));
        addDescription(spec.description());
        Document.Request request = new Document.Request(Traits.method(spec), List.copyOf(path));
        return new Document(spec, title, name, request);
    }

    /** The terms that have been gathered, each once. */
    Term[] terms() {
        return gathered.toArray(Term[]::new);
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

    private int load(String given, int longest) {
        int length = Math.min(longest, given.length());
        text = length > text.length ? new char[length] : text;
        given.getChars(0, length, text, 0);
        return length;
    }

    private List<Term> addName(String name) {
        read.clear();
        joinedName.setLength(0);
        Words.split(text, 0, load(name, name.length()), readName);
        boolean several = read.size() > 1;
        add(NAME);
        List<Term> once = List.copyOf(read.subList(0, different));
        if (several) {
            read.clear();
            read.add(index.term(Stem.of(joinedName.toString())));
            add(NAME);
        }
        return once;
    }

    private List<Term> addTitle(String title) {
        readWords(0, load(title, title.length()));
        summary.clear();
        summary.addAll(read);
        add(TITLE);
        return List.copyOf(read.subList(0, different));
    }

    private void addPath(String address) {
        int length = load(address, LONGEST);
        path.clear();
        Words.splitPath(text, length, readSegment);
        readWords(0, Markup.removeVariables(text, length));
        add(PATH);
    }

    private void addDescription(String description) {
        int length = Markup.removeTags(text, load(description, LONGEST));
        int first = endOfSentence(Math.min(LONGEST_SENTENCE, length));
        readWords(0, first);
        if (!read.equals(summary)) {
            add(FIRST_SENTENCE);
        }
        readWords(first, length);
        add(REST);
    }

    private int endOfSentence(int longest) {
        for (int i = 1; i < longest; i++) {
            if (text[i] == ' ' && text[i - 1] == '.') {
                return i;
            }
        }
        return longest;
    }

    private void add(String given, double[] weights) {
        readWords(0, load(given, given.length()));
        add(weights);
    }

    /** Adds the terms that were read. Those that are different come first afterwards. */
    private void add(double[] weights) {
        part++;
        different = 0;
        for (int i = 0; i < read.size(); i++) {
            Term term = read.get(i);
            if (term.isNew()) {
                gathered.add(term);
            }
            if (term.gather(part, weights) == 1) {
                read.set(different++, term);
            }
        }
    }

    /** Reads the words that are no stop words. */
    private void readWords(int from, int to) {
        read.clear();
        Words.split(text, from, to, readTelling);
    }

    private void readTelling(char[] from, int begin, int end) {
        Word word = vocabulary.get(from, begin, end);
        if (!word.stop()) {
            read.add(word.term());
        }
    }

    private void readName(char[] from, int begin, int end) {
        Word word = vocabulary.get(from, begin, end);
        read.add(word.term());
        joinedName.append(word.lower());
    }

    private void readSegment(char[] from, int begin, int end) {
        path.add(segments.get(from, begin, end));
    }
}
