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
 */
public record RetryOptions(int maxAttempts, Duration firstDelay, Duration maxDelay) {

    public RetryOptions {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "maxAttempts should be at least 1 but is " + maxAttempts);
        }
    }

    /** One try only: the default. */
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
