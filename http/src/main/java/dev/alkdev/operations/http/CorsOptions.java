package dev.alkdev.operations.http;

import dev.alkdev.operations.web.AllowedOrigins;

import java.time.Duration;

/**
 * Which web pages of other origins may use the gateway from a browser.
 *
 * @param origins those besides the server's own
 * @param maxAge how long a browser may remember the answer to its preflight request
 */
public record CorsOptions(AllowedOrigins origins, Duration maxAge) {
    public CorsOptions {
        if (maxAge.isNegative()) {
            throw new IllegalArgumentException("maxAge should not be negative but is " + maxAge);
        }
    }

    /** Allows these origins; a browser caches it for ten minutes. */
    public static CorsOptions of(String... origins) {
        return new CorsOptions(AllowedOrigins.of(origins), Duration.ofMinutes(10));
    }
}
