package dev.alkdev.operations.openapi;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the problems of one document; each is kept once. For one thread. */
final class Problems {
    private final Set<DocumentProblem> found = new LinkedHashSet<>();

    void add(DocumentProblem.Kind kind, Place place, String message) {
        add(kind, place.pointer(), message);
    }

    void add(DocumentProblem.Kind kind, String pointer, String message) {
        add(new DocumentProblem(kind, pointer, message));
    }

    void add(DocumentProblem problem) {
        found.add(problem);
    }

    boolean has(DocumentProblem.Kind kind, String pointer) {
        return found.stream().anyMatch(it -> it.kind() == kind && it.pointer().equals(pointer));
    }

    List<DocumentProblem> all() {
        return List.copyOf(found);
    }
}
