package dev.alkdev.operations.schema.pattern;

import org.jspecify.annotations.Nullable;

/** How often a quantifier repeats; {@link Integer#MAX_VALUE} means no limit. */
record RegexBounds(int min, int max) {
    private static final int UNLIMITED = Integer.MAX_VALUE;

    /** Takes a quantifier; null, with nothing taken, if there is none. */
    static @Nullable RegexBounds at(RegexScanner in) {
        if (in.take('*')) {
            return new RegexBounds(0, UNLIMITED);
        }
        if (in.take('+')) {
            return new RegexBounds(1, UNLIMITED);
        }
        if (in.take('?')) {
            return new RegexBounds(0, 1);
        }
        int start = in.position();
        RegexBounds braces = in.take('{') ? braces(in) : null;
        if (braces == null) {
            in.back(start);
        }
        return braces;
    }

    private static @Nullable RegexBounds braces(RegexScanner in) {
        if (!in.atDigit()) {
            return null;
        }
        int min = in.number();
        int max = min;
        if (in.take(',')) {
            max = in.atDigit() ? in.number() : UNLIMITED;
        }
        return in.take('}') ? new RegexBounds(min, max) : null;
    }
}
