package dev.alkdev.operations.search;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** A stem, and the operations that have it. */
final class Term {
    private final String stem;
    private int[] documents = new int[2];
    private float[] weights = new float[2];
    private int size;

    Term(String stem) {
        this.stem = stem;
    }

    String stem() {
        return stem;
    }

    int size() {
        return size;
    }

    int document(int index) {
        return documents[index];
    }

    float weight(int index) {
        return weights[index];
    }

    void add(int document, double weight) {
        if (size == documents.length) {
            documents = Arrays.copyOf(documents, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        documents[size] = document;
        weights[size++] = (float) weight;
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
    }
}
