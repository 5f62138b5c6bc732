package dev.alkdev.operations.base;

import java.util.Comparator;

/**
 * A pattern for ids, names and paths: {@code *} is any text without a slash, {@code **} any text,
 * {@code ?} one character but a slash. Ids have no slashes: {@code billing.*} matches all of a
 * namespace, {@code *} every id. Immutable; threads may share it.
 */
public record Glob(String pattern) {
    /**
     * Orders patterns that match the same text by specificity, the least specific first: a pattern
     * without wildcards is the most specific, then the one with the longer text before its first
     * wildcard, then the one with more characters besides wildcards. Others are equal.
     */
    public static final Comparator<Glob> BY_SPECIFICITY =
            Comparator.comparing(Glob::isLiteral)
                    .thenComparingInt(Glob::prefixLength)
                    .thenComparingInt(Glob::literalLength);

    /**
     * Checks the pattern.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public Glob {
        if (pattern.isBlank()) {
            throw new IllegalArgumentException(
                    "an empty pattern matches nothing; * matches everything");
        }
    }

    /** Whether the whole text fits. Takes time in proportion to both lengths, whatever they are. */
    public boolean matches(String text) {
        return matches(text, false);
    }

    /** Whether the whole text fits, if a slash is a character like all others, as in names. */
    public boolean matchesName(String text) {
        return matches(text, true);
    }

    private boolean matches(String text, boolean plainSlashes) {
        // Which beginnings of the text the pattern so far stands for.
        boolean[] ends = new boolean[text.length() + 1];
        ends[0] = true;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '*') {
                boolean twice = i + 1 < pattern.length() && pattern.charAt(i + 1) == '*';
                i += twice ? 1 : 0;
                stretch(ends, text, twice || plainSlashes);
            } else if (c == '?') {
                stepAny(ends, text, plainSlashes);
            } else {
                step(ends, text, c);
            }
        }
        return ends[text.length()];
    }

    private boolean isLiteral() {
        return prefixLength() == pattern.length();
    }

    private int prefixLength() {
        int length = 0;
        while (length < pattern.length() && !isWildcard(pattern.charAt(length))) {
            length++;
        }
        return length;
    }

    private int literalLength() {
        return (int) pattern.chars().filter(c -> !isWildcard(c)).count();
    }

    private static boolean isWildcard(int c) {
        return c == '*' || c == '?';
    }

    /** Extends every position reached so far over any characters. */
    private static void stretch(boolean[] ends, String text, boolean slashes) {
        for (int i = 0; i < text.length(); i++) {
            ends[i + 1] |= ends[i] && (slashes || text.charAt(i) != '/');
        }
    }

    /** From every place reached so far, takes this character. */
    private static void step(boolean[] ends, String text, char c) {
        for (int i = text.length(); i > 0; i--) {
            ends[i] = text.charAt(i - 1) == c && ends[i - 1];
        }
        ends[0] = false;
    }

    /** From every place reached so far, takes one character. */
    private static void stepAny(boolean[] ends, String text, boolean slashes) {
        for (int i = text.length(); i > 0; i--) {
            ends[i] = (slashes || text.charAt(i - 1) != '/') && ends[beforeCharacter(text, i)];
        }
        ends[0] = false;
    }

    /** The place before the character that ends here, which may be a surrogate pair. */
    private static int beforeCharacter(String text, int end) {
        boolean pair =
                end > 1 && Character.isSurrogatePair(text.charAt(end - 2), text.charAt(end - 1));
        return pair ? end - 2 : end - 1;
    }

    @Override
    public String toString() {
        return pattern;
    }
}
