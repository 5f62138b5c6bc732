package dev.alkdev.operations.search;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** A stem, and the operations that have it. */
final class Term {
    private final String stem;
    private final int letters;
    private int[] documents = new int[2];
    private float[] weights = new float[2];
    private int size;
    private int live;

    /** What the operation that is being entered has for it so far; 0 if it does not have it. */
    private double gathered;

    private int part;
    private int times;

    Term(String stem) {
        this.stem = stem;
        this.letters = letters(stem);
    }

    /** Which letters a word has, as bits. Others share those of the letters. */
    static int letters(String word) {
        int letters = 0;
        for (int i = 0; i < word.length(); i++) {
            letters |= 1 << word.charAt(i);
        }
        return letters;
    }

    String stem() {
        return stem;
    }

    int letters() {
        return letters;
    }

    /** How many operations have it, those included that are gone. */
    int size() {
        return size;
    }

    /** How many operations have it. */
    int live() {
        return live;
    }

    /** An operation that has it is gone. */
    void leave() {
        live--;
    }

    int document(int index) {
        return documents[index];
    }

    float weight(int index) {
        return weights[index];
    }

    /** Whether the operation that is being entered has not had it yet. */
    boolean isNew() {
        return gathered == 0;
    }

    /**
     * Notes that a part of the operation that is being entered has it.
     *
     * @param in the number of the part
     * @param gains what it adds for the first time, the second and so on
     * @return how often the part has it by now
     */
    int gather(int in, double[] gains) {
        times = part == in ? times + 1 : 1;
        part = in;
        gathered += times <= gains.length ? gains[times - 1] : 0;
        return times;
    }

    /** Adds the operation that has been gathered for, and gives its weight. */
    double enter(int document) {
        if (size == documents.length) {
            documents = Arrays.copyOf(documents, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        double weight = gathered;
        documents[size] = document;
        weights[size++] = (float) weight;
        live++;
        gathered = 0;
        return weight;
    }

    /** Gives documents other numbers; those below 0 are forgotten. */
    void renumber(IntUnaryOperator number) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            int now = number.applyAsInt(documents[i]);
            if (now >= 0) {
                documents[kept] = now;
                weights[kept++] = weights[i];
            }
        }
        size = kept;
        live = kept;
    }
}
