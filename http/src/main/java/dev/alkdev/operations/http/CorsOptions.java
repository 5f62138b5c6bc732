package dev.alkdev.operations.http;

import dev.alkdev.operations.web.AllowedOrigins;

import java.time.Duration;
import java.util.Objects;

/**
 * Which web pages of other origins may use the gateway from a browser.
 *
 * @param origins those besides the server's own
 * @param maxAge how long a browser may remember the answer to its preflight request
 */
public record CorsOptions(AllowedOrigins origins, Duration maxAge) {
    public CorsOptions {
        Objects.requireNonNull(maxAge, "maxAge");
        if (maxAge.isNegative()) {
            throw new IllegalArgumentException("maxAge should not be negative but is " + maxAge);
        }
    }

    /** Allows these origins; a browser caches it for ten minutes. */
    public static CorsOptions of(String... origins) {
        return new CorsOptions(AllowedOrigins.of(origins), Duration.ofMinutes(10));
    }

    public CorsOptions withMaxAge(Duration maxAge) {
        return new CorsOptions(origins, maxAge);
    }
}
