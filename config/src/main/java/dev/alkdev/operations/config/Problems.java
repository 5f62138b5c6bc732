package dev.alkdev.operations.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with a config file. For one thread. */
final class Problems {
    private static final Comparator<ConfigProblem> ORDER =
            Comparator.comparingInt(ConfigProblem::line).thenComparingInt(ConfigProblem::column);

    private final String file;
    private final List<ConfigProblem> found = new ArrayList<>();
    private final Set<String> pointers = new HashSet<>();

    Problems(String file) {
        this.file = file;
    }

    /**
     * Adds a problem, unless there is one with the same value already: the first is the most
     * precise.
     */
    void add(Place place, String pointer, String message) {
        if (pointers.add(pointer)) {
            found.add(new ConfigProblem(file, place.line(), place.column(), pointer, message));
        }
    }

    /** Whether there is one with a value, or within it. */
    boolean isNotedAt(String pointer) {
        return pointers.stream()
                .anyMatch(each -> each.equals(pointer) || each.startsWith(pointer + "/"));
    }

    /**
     * Ends here if anything was found.
     *
     * @throws ConfigException with all of it
     */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigException(found.stream().sorted(ORDER).toList());
        }
    }
}
