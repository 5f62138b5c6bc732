package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the problems of one document; each is kept once. Long texts are shortened, and only as
 * many problems are kept as a part of the heap has room for. For one thread.
 */
final class Problems {
    private static final long MOST_BYTES = Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 64);

    private static final int LONGEST_TEXT = 1_000;
    private static final int ENTRY = 300;
    private static final DocumentProblem MORE =
            new DocumentProblem(
                    Kind.UNSUPPORTED, "", "there are more problems than a heap of this size lists");

    private final Set<DocumentProblem> found = new LinkedHashSet<>();
    private final Set<String> keys = new HashSet<>();
    private long bytes;

    void add(Kind kind, Place place, String message) {
        add(kind, place.pointer(), message);
    }

    void add(Kind kind, String pointer, String message) {
        add(new DocumentProblem(kind, pointer, message));
    }

    void add(DocumentProblem problem) {
        if (bytes >= MOST_BYTES) {
            return;
        }
        String pointer = shortened(problem.pointer());
        String message = shortened(problem.message());
        if (found.add(new DocumentProblem(problem.kind(), pointer, message))) {
            keys.add(key(problem.kind(), pointer));
            bytes += ENTRY + 2L * pointer.length() + message.length();
        }
    }

    boolean has(Kind kind, String pointer) {
        return keys.contains(key(kind, shortened(pointer)));
    }

    private static String key(Kind kind, String pointer) {
        return kind + " " + pointer;
    }

    /** The beginning and the end of a long text. */
    private static String shortened(String text) {
        int half = LONGEST_TEXT / 2;
        return text.length() <= LONGEST_TEXT
                ? text
                : text.substring(0, half) + "\u2026" + text.substring(text.length() - half);
    }

    List<DocumentProblem> all() {
        List<DocumentProblem> all = new ArrayList<>(found);
        if (bytes >= MOST_BYTES) {
            all.add(MORE);
        }
        return List.copyOf(all);
    }
}
