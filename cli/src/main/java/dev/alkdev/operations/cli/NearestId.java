package dev.alkdev.operations.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the operation somebody meant. */
final class NearestId {
    private NearestId() {}

    /** The id that differs least, if by no more than a third; of a bare name, the id it ends. */
    static Optional<String> of(String written, Collection<String> ids) {
        String wanted = written.toLowerCase(Locale.ROOT);
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String id : ids) {
            String known = id.toLowerCase(Locale.ROOT);
            int dot = known.indexOf('.');
            // One more, so that among equals the whole id wins over the bare name.
            int distance =
                    wanted.indexOf('.') < 0
                            ? distance(wanted, known.substring(dot + 1)) + 1
                            : distance(wanted, known);
            if (distance < least && distance <= Math.max(2, wanted.length() / 3)) {
                best = id;
                least = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** How many letters to add, drop or change. */
    private static int distance(String from, String to) {
        int[] last = new int[to.length() + 1];
        for (int j = 0; j < last.length; j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
            }
            last = row;
        }
        return last[to.length()];
    }
}
