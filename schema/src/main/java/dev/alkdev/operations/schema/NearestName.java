package dev.alkdev.operations.schema;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name closest to a misspelt one. Threads may share it. */
public final class NearestName {
    private NearestName() {}

    /** The name that differs least, if by no more than a third of its letters. */
    public static Optional<String> of(String written, Collection<String> known) {
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            int allowed = Math.max(written.length(), name.length()) / 3;
            // What is longer by more than that need not be compared letter by letter.
            if (Math.abs(written.length() - name.length()) <= allowed) {
                int distance = distance(lower(written), lower(name));
                if (distance <= allowed && distance < least) {
                    best = name;
                    least = distance;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** How many letters to add, drop, change, or swap with their neighbour. */
    public static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
