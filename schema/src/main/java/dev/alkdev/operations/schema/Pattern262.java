package dev.alkdev.operations.schema;

import java.util.regex.Pattern;

final class Pattern262 {
    private final Pattern pattern;

    private Pattern262(Pattern pattern) {
        this.pattern = pattern;
    }

    static Pattern262 compile(String source) {
        return new Pattern262(Pattern.compile(source));
    }

    boolean find(String text) {
        return pattern.matcher(text).find();
    }

    String source() {
        return pattern.pattern();
    }
}
