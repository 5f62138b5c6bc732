package dev.alkdev.operations.openapi;

/**
 * A pattern of a whole text: {@code *} stands for any characters, {@code ?} for one. In a path both
 * stay within a segment and {@code **} does not. Takes time in proportion to text and pattern,
 * whatever they are. Immutable; threads may share it.
 */
final class Glob {
    private final String pattern;
    private final boolean path;

    private Glob(String pattern, boolean path) {
        if (pattern.isBlank()) {
            throw new IllegalArgumentException(
                    "an empty pattern matches nothing; * matches everything");
        }
        this.pattern = pattern;
        this.path = path;
    }

    static Glob ofName(String pattern) {
        return new Glob(pattern, false);
    }

    static Glob ofPath(String pattern) {
        return new Glob(pattern, true);
    }

    boolean matches(String text) {
        // Which beginnings of the text the pattern so far stands for.
        boolean[] reached = new boolean[text.length() + 1];
        reached[0] = true;
        for (int i = 0; i < pattern.length(); i++) {
            char token = pattern.charAt(i);
            if (token == '*') {
                boolean deep = i + 1 < pattern.length() && pattern.charAt(i + 1) == '*';
                spread(reached, text, deep);
                i += deep ? 1 : 0;
            } else {
                reached = advanced(reached, text, token);
            }
        }
        return reached[text.length()];
    }

    private void spread(boolean[] reached, String text, boolean deep) {
        for (int i = 1; i <= text.length(); i++) {
            reached[i] |= reached[i - 1] && (deep || mayStandFor(text.charAt(i - 1)));
        }
    }

    private boolean[] advanced(boolean[] reached, String text, char token) {
        boolean[] next = new boolean[reached.length];
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            next[i + 1] = reached[i] && (token == '?' ? mayStandFor(c) : token == c);
        }
        return next;
    }

    private boolean mayStandFor(char c) {
        return !path || c != '/';
    }

    @Override
    public String toString() {
        return pattern;
    }
}
