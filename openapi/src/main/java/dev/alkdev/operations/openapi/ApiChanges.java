package dev.alkdev.operations.openapi;

import java.util.List;
import java.util.stream.Stream;

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

    /** These and those of another document. */
    ApiChanges plus(ApiChanges other) {
        return new ApiChanges(
                joined(added, other.added),
                joined(changed, other.changed),
                joined(removed, other.removed));
    }

    private static List<String> joined(List<String> left, List<String> right) {
        return Stream.concat(left.stream(), right.stream()).toList();
    }

    public boolean isEmpty() {
        return equals(NONE);
    }
}
