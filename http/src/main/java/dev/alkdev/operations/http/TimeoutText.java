package dev.alkdev.operations.http;

import dev.alkdev.operations.Durations;

import java.time.Duration;

/** Parses the timeout that a client asks for: a duration, or a number of seconds. */
final class TimeoutText {
    private static final int LONGEST_QUOTE = 40;

    private TimeoutText() {}

    /**
     * Reads a timeout.
     *
     * @param name the name of the header or member
     * @throws Refusal if it is none, or nothing
     */
    static Duration parse(String name, String text) {
        return Durations.parseSeconds(text.strip())
                .filter(Duration::isPositive)
                .orElseThrow(() -> refused(name, text));
    }

    private static Refusal refused(String name, String text) {
        String quoted =
                text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
        return Refusal.malformed(
                name
                        + " should be a time as 5, 1.5, 5s or 250ms, more than 0, but is \""
                        + quoted
                        + "\"",
                null);
    }
}
