package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Headers;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Headers of responses that callers are not shown. Immutable; threads may share it. */
final class WithheldHeaders {
    private final Set<String> names = new HashSet<>();
    private final Set<String> beginnings = new HashSet<>();

    /**
     * Some headers.
     *
     * @param patterns names in any case, or beginnings of names followed by {@code *}
     */
    WithheldHeaders(List<String> patterns) {
        for (String pattern : patterns) {
            String lower = pattern.toLowerCase(Locale.ROOT);
            if (lower.endsWith("*")) {
                beginnings.add(lower.substring(0, lower.length() - 1));
            } else {
                names.add(lower);
            }
        }
    }

    /** The headers without those withheld. */
    Headers shown(Headers headers) {
        if (headers.values().keySet().stream().noneMatch(this::withholds)) {
            return headers;
        }
        Map<String, List<String>> shown = new LinkedHashMap<>(headers.values());
        shown.keySet().removeIf(this::withholds);
        return new Headers(shown);
    }

    private boolean withholds(String name) {
        return names.contains(name) || beginnings.stream().anyMatch(name::startsWith);
    }
}
