package dev.alkdev.operations.web;

import dev.alkdev.operations.base.Backoff;

import java.time.Duration;

/**
 * How often a query is retried when the API cannot be reached, or answers 429, 502, 503 or 504.
 * Mutations are not repeated unless they are {@linkplain
 * dev.alkdev.operations.OperationSpec#isIdempotent idempotent}. A {@code Retry-After} of the server
 * counts if it is longer.
 *
 * @param maxAttempts all tries together; 1 for no second one
 * @param firstDelay the pause before the second try, doubled for each further one
 * @param maxDelay the longest pause, also when the server asks for more
 * @param onlyIfAsked retries only 429 and 503 with a {@code Retry-After} of at most {@code
 *     maxDelay}
 */
public record RetryOptions(
        int maxAttempts, Duration firstDelay, Duration maxDelay, boolean onlyIfAsked) {

    public RetryOptions {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "maxAttempts should be at least 1 but is " + maxAttempts);
        }
    }

    /** Options that also retry without {@code Retry-After}. */
    public RetryOptions(int maxAttempts, Duration firstDelay, Duration maxDelay) {
        this(maxAttempts, firstDelay, maxDelay, false);
    }

    /**
     * The default: up to three tries of a query, if the API answers 429 or 503 and {@code
     * Retry-After} asks to repeat the request, within 10 s.
     */
    public static RetryOptions whenAsked() {
        return new RetryOptions(3, Duration.ofMillis(200), Duration.ofSeconds(10), true);
    }

    /** Whether a failed try is followed by another one at all. */
    public boolean retries(int attempt, int status, Duration asked) {
        boolean allowed =
                !onlyIfAsked
                        || ((status == 429 || status == 503)
                                && !asked.isNegative()
                                && asked.compareTo(maxDelay) <= 0);
        return attempt < maxAttempts && allowed;
    }

    /** One try only. */
    public static RetryOptions none() {
        return new RetryOptions(1, Duration.ZERO, Duration.ZERO);
    }

    /** Pauses from 200 ms up to 10 s. */
    public static RetryOptions of(int maxAttempts) {
        return new RetryOptions(maxAttempts, Duration.ofMillis(200), Duration.ofSeconds(10));
    }

    /**
     * The back-off after a failed try.
     *
     * @param asked the value of {@code Retry-After}; zero if there was none
     */
    public Duration delay(int attempt, Duration asked) {
        Duration own = new Backoff(firstDelay, maxDelay).after(attempt);
        Duration longer = asked.compareTo(own) > 0 ? asked : own;
        return longer.compareTo(maxDelay) > 0 ? maxDelay : longer;
    }
}
