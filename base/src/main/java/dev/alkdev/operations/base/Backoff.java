package dev.alkdev.operations.base;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before a retry: exponential back-off with jitter. The delay doubles with each
 * failure in a row, up to the longest; a random part of up to half of it is left out, so that many
 * who failed together do not come back together. Whoever succeeds counts failures from 0 again.
 * Immutable; threads may share it.
 *
 * @param first the delay after the first failure
 * @param longest no delay is longer
 */
public record Backoff(Duration first, Duration longest) {
    private static final int MOST_DOUBLINGS = 40;

    /**
     * Checks the delays.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public Backoff {
        if (first.isNegative() || longest.isNegative()) {
            throw new IllegalArgumentException(
                    "delays should not be negative but are " + first + " and " + longest);
        }
    }

    /**
     * A delay between half and all of {@link #most(int)}.
     *
     * @param failures how many there were in a row, 1 or more
     */
    public Duration after(int failures) {
        long most = mostMillis(failures);
        return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
    }

    /** The longest delay after so many failures in a row. */
    public Duration most(int failures) {
        return Duration.ofMillis(mostMillis(failures));
    }

    private long mostMillis(int failures) {
        long start = first.toMillis();
        long end = longest.toMillis();
        int doublings = Math.clamp(failures - 1L, 0, MOST_DOUBLINGS);
        return start > end >> doublings ? end : start << doublings;
    }
}
