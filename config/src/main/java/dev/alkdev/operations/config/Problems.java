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
    private final List<ConfigProblem> warnings = new ArrayList<>();

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

    /** Adds a remark that does not make the config invalid. */
    void warn(Place place, String pointer, String message) {
        warnings.add(new ConfigProblem(file, place.line(), place.column(), pointer, message));
    }

    /** Returns the remarks in the order of the file. */
    List<ConfigProblem> warnings() {
        return warnings.stream().sorted(ORDER).toList();
    }

    /** Removes and returns the problems of a value and of the values within it. */
    List<ConfigProblem> take(String pointer) {
        List<ConfigProblem> taken =
                found.stream().filter(each -> isWithin(each.pointer(), pointer)).toList();
        found.removeAll(taken);
        pointers.removeIf(each -> isWithin(each, pointer));
        return taken.stream().sorted(ORDER).toList();
    }

    private static boolean isWithin(String pointer, String outer) {
        return pointer.equals(outer) || pointer.startsWith(outer + "/");
    }

    /** Whether there is one with a value, or within it. */
    boolean isNotedAt(String pointer) {
        return pointers.stream().anyMatch(each -> isWithin(each, pointer));
    }

    /**
     * Throws if the whole file cannot be used.
     *
     * @throws ConfigException with all problems
     */
    void throwIfWhole() {
        if (pointers.contains("")) {
            throwIfAny();
        }
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
