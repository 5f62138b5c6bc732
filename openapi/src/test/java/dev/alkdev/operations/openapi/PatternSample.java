package dev.alkdev.operations.openapi;

/** Makes up a text that matches a pattern: the first alternative, the fewest repetitions. */
final class PatternSample {
    private final String pattern;
    private int at;

    private PatternSample(String pattern) {
        this.pattern = pattern;
    }

    static String of(String pattern) {
        return new PatternSample(pattern).alternatives();
    }

    private String alternatives() {
        String first = sequence();
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            sequence();
        }
        return first;
    }

    private String sequence() {
        StringBuilder text = new StringBuilder();
        while (at < pattern.length() && "|)".indexOf(pattern.charAt(at)) < 0) {
            text.append(repeated(atom()));
        }
        return text.toString();
    }

    private String atom() {
        char c = pattern.charAt(at++);
        return switch (c) {
            case '^', '$' -> "";
            case '.' -> "a";
            case '(' -> group();
            case '[' -> characterClass();
            case '\\' -> escape(pattern.charAt(at++));
            default -> String.valueOf(c);
        };
    }

    private String group() {
        boolean ahead = pattern.startsWith("?=", at) || pattern.startsWith("?!", at);
        if (pattern.startsWith("?:", at) || ahead) {
            at += 2;
        }
        String inside = alternatives();
        at++;
        return ahead ? "" : inside;
    }

    private String characterClass() {
        boolean negated = pattern.charAt(at) == '^';
        int start = negated ? at + 1 : at;
        char first = pattern.charAt(start);
        String sample = first == '\\' ? escape(pattern.charAt(start + 1)) : String.valueOf(first);
        int end = start + 1;
        while (pattern.charAt(end) != ']' || pattern.charAt(end - 1) == '\\') {
            end++;
        }
        at = end + 1;
        return negated ? "a" : sample;
    }

    private static String escape(char c) {
        return switch (c) {
            case 'd' -> "1";
            case 'w' -> "a";
            case 's' -> " ";
            case 'b', 'B' -> "";
            default -> String.valueOf(c);
        };
    }

    private String repeated(String atom) {
        if (at == pattern.length()) {
            return atom;
        }
        char c = pattern.charAt(at);
        if (c == '*' || c == '?') {
            at++;
            return "";
        }
        if (c == '+') {
            at++;
            return atom;
        }
        if (c == '{') {
            int end = pattern.indexOf('}', at);
            String bounds = pattern.substring(at + 1, end);
            at = end + 1;
            return atom.repeat(Integer.parseInt(bounds.split(",", 2)[0]));
        }
        return atom;
    }
}
