package dev.alkdev.operations.console;

import java.util.Arrays;
import java.util.Locale;

/** How a file may be encoded, best first. */
enum Encoding {
    BROTLI("br", ".br"),
    GZIP("gzip", ".gz"),
    IDENTITY("identity", "");

    private final String token;
    private final String suffix;

    Encoding(String token, String suffix) {
        this.token = token;
        this.suffix = suffix;
    }

    /** As {@code Content-Encoding} names it. */
    String token() {
        return token;
    }

    /** What the names of files in this encoding end with. */
    String suffix() {
        return suffix;
    }

    /** Whether a header {@code Accept-Encoding} lists it, and not with {@code q=0}. */
    boolean isIn(String accepted) {
        return Arrays.stream(accepted.toLowerCase(Locale.ROOT).split(",", -1))
                .map(entry -> entry.replace(" ", ""))
                .filter(entry -> entry.equals(token) || entry.startsWith(token + ";"))
                .anyMatch(entry -> !entry.matches(".*;q=0(\\.0*)?"));
    }
}
