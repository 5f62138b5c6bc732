package dev.alkdev.operations;

import dev.alkdev.operations.base.Glob;

import java.util.Set;

/** Matches operations against the patterns of an {@link Identity}. */
final class OperationPatterns {
    private OperationPatterns() {}

    /**
     * A copy.
     *
     * @throws IllegalArgumentException if a pattern is blank
     */
    static Set<String> checked(Set<String> patterns) {
        patterns.forEach(Glob::new);
        return Set.copyOf(patterns);
    }

    static boolean match(Set<String> patterns, String id) {
        String name = id.substring(id.indexOf('.') + 1);
        for (String pattern : patterns) {
            if (new Glob(pattern).matches(hasNamespace(pattern) ? id : name)) {
                return true;
            }
        }
        return false;
    }

    static boolean matchAllOf(Set<String> patterns, String namespace) {
        return patterns.stream().anyMatch(pattern -> matchesAllOf(pattern, namespace));
    }

    private static boolean matchesAllOf(String pattern, String namespace) {
        if (!pattern.endsWith("*")) {
            return false;
        }
        String start = pattern.replaceFirst("\\*+$", "");
        return hasNamespace(pattern)
                ? start.endsWith(".") && new Glob(start).matches(namespace + ".")
                : start.isEmpty();
    }

    private static boolean hasNamespace(String pattern) {
        return pattern.indexOf('.') >= 0;
    }
}
