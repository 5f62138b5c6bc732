package dev.alkdev.operations.openapi;

import java.util.List;

/** The ids of the operations that differ between two versions of a document, in order. */
public record ApiChanges(List<String> added, List<String> changed, List<String> removed) {
    private static final ApiChanges NONE = new ApiChanges(List.of(), List.of(), List.of());

    public ApiChanges {
        added = List.copyOf(added);
        changed = List.copyOf(changed);
        removed = List.copyOf(removed);
    }

    static ApiChanges none() {
        return NONE;
    }

    public boolean isEmpty() {
        return equals(NONE);
    }
}
