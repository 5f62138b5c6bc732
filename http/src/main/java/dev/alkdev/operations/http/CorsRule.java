package dev.alkdev.operations.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Which web pages of other origins may use the gateway from a browser.
 *
 * @param origins exactly these, as in {@code https://app.example} or {@code http://localhost:5173}
 * @param maxAge how long a browser may remember the answer to its preflight request
 */
public record CorsRule(List<String> origins, Duration maxAge) {
    public CorsRule {
        origins = origins.stream().map(CorsRule::checked).toList();
        Objects.requireNonNull(maxAge, "maxAge");
        if (maxAge.isNegative()) {
            throw new IllegalArgumentException("maxAge should not be negative but is " + maxAge);
        }
    }

    /** Lets the pages of these origins in; a browser remembers it for ten minutes. */
    public static CorsRule of(String... origins) {
        return new CorsRule(List.of(origins), Duration.ofMinutes(10));
    }

    public CorsRule withMaxAge(Duration maxAge) {
        return new CorsRule(origins, maxAge);
    }

    boolean allows(String origin) {
        return origins.contains(origin.toLowerCase(Locale.ROOT));
    }

    private static String checked(String origin) {
        try {
            URI uri = URI.create(origin);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web && origin.equals(uri.getScheme() + "://" + uri.getRawAuthority())) {
                return origin.toLowerCase(Locale.ROOT);
            }
        } catch (IllegalArgumentException notEvenAnAddress) {
            // Said below, in the words of this rule.
        }
        throw new IllegalArgumentException(
                "an origin should be as https://app.example or http://localhost:5173 but is \""
                        + origin
                        + "\"");
    }
}
