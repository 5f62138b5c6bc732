package dev.alkdev.operations.http;

import jakarta.servlet.http.HttpServletRequest;

import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;

/**
 * What forms of an answer a client takes.
 *
 * @param events it names {@code text/event-stream}
 * @param envelope it names the type of envelopes
 * @param other it accepts something else, or has no {@code Accept}
 */
record Accepted(boolean events, boolean envelope, boolean other) {
    static final String EVENTS = "text/event-stream";
    static final String ENVELOPE = "application/vnd.operations.envelope+json";

    private static final Accepted ANYTHING = new Accepted(false, false, true);

    static Accepted by(HttpServletRequest request) {
        String first = request.getHeader("Accept");
        if (first == null || first.equals("*/*") || first.equals(Exchange.JSON)) {
            return ANYTHING;
        }
        boolean events = false;
        boolean envelope = false;
        boolean other = false;
        Enumeration<String> lines = request.getHeaders("Accept");
        for (String line : Collections.list(lines)) {
            for (String range : line.split(",", -1)) {
                String[] parts = range.split(";", -1);
                String type = parts[0].strip().toLowerCase(Locale.ROOT);
                if (type.isEmpty() || isExcluded(parts)) {
                    continue;
                }
                events |= type.equals(EVENTS);
                envelope |= type.equals(ENVELOPE);
                other |= !type.equals(EVENTS) && !type.equals(ENVELOPE);
            }
        }
        return new Accepted(events, envelope, other);
    }

    /** Whether it takes events and nothing else. */
    boolean onlyEvents() {
        return events && !envelope && !other;
    }

    Accepted withEnvelope() {
        return new Accepted(events, true, other);
    }

    private static boolean isExcluded(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].replace(" ", "").toLowerCase(Locale.ROOT);
            if (parameter.matches("q=0(\\.0*)?")) {
                return true;
            }
        }
        return false;
    }
}
