package dev.alkdev.operations.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Builds the value of a {@code Cookie} header. */
public final class Cookies {
    private Cookies() {}

    /** The names of the cookies in a header. */
    public static List<String> names(String header) {
        List<String> names = new ArrayList<>();
        pairs(header).forEach(pair -> names.add(name(pair)));
        return names;
    }

    /** All cookies of the first header, and those of the second whose names it does not have. */
    public static String merged(String winning, String other) {
        Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        taken.addAll(names(winning));
        StringBuilder all = new StringBuilder(winning.trim());
        for (String pair : pairs(other)) {
            if (!taken.contains(name(pair))) {
                all.append(all.isEmpty() ? "" : "; ").append(pair);
            }
        }
        return all.toString();
    }

    private static List<String> pairs(String header) {
        List<String> pairs = new ArrayList<>();
        for (String pair : header.split(";", -1)) {
            if (!pair.isBlank()) {
                pairs.add(pair.trim());
            }
        }
        return pairs;
    }

    private static String name(String pair) {
        int equals = pair.indexOf('=');
        return (equals < 0 ? pair : pair.substring(0, equals)).trim();
    }
}
