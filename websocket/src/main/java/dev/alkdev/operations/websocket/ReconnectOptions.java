package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.Durations;

import java.time.Duration;

/**
 * When a client connects again: after a {@link Backoff} from the initial delay up to the longest.
 *
 * @param maxAttempts how many attempts in a row may fail before the link is given up
 * @param giveUpWhenRefused whether an attempt that the server refuses with 401 or 403 ends the
 *     link; otherwise the link retries, since the next token may be accepted
 */
public record ReconnectOptions(
        Duration initial, Duration longest, int maxAttempts, boolean giveUpWhenRefused) {
    private static final ReconnectOptions DEFAULTS =
            new ReconnectOptions(
                    Duration.ofMillis(250), Duration.ofSeconds(30), Integer.MAX_VALUE, false);

    public ReconnectOptions {
        Durations.requirePositive("initial", initial);
        if (longest.compareTo(initial) < 0) {
            throw new IllegalArgumentException(
                    "longest should be at least " + initial + " but is " + longest);
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "maxAttempts should be at least 1 but is " + maxAttempts);
        }
    }

    /** From 250 ms to 30 s, until the link is closed. */
    public static ReconnectOptions defaults() {
        return DEFAULTS;
    }

    /** One attempt, and nothing after a lost connection. */
    public static ReconnectOptions never() {
        return DEFAULTS.withMaxAttempts(1);
    }

    public ReconnectOptions withDelays(Duration initial, Duration longest) {
        return new ReconnectOptions(initial, longest, maxAttempts, giveUpWhenRefused);
    }

    public ReconnectOptions withMaxAttempts(int maxAttempts) {
        return new ReconnectOptions(initial, longest, maxAttempts, giveUpWhenRefused);
    }

    public ReconnectOptions withGiveUpWhenRefused(boolean giveUpWhenRefused) {
        return new ReconnectOptions(initial, longest, maxAttempts, giveUpWhenRefused);
    }

    /** The delay after so many failures in a row. */
    Duration delayAfter(int failures) {
        return new Backoff(initial, longest).after(failures);
    }
}
