package dev.alkdev.operations.hub;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before something that failed is tried again: twice as long after each failure,
 * up to the longest, and by chance up to half less, so that many do not come at once.
 */
record RetryPause(Duration first, Duration longest) {
    private static final int MOST_DOUBLINGS = 20;

    /** The longest it may be after this many failures in a row before the last one. */
    long mostMillis(int failures) {
        long doubled = first.toMillis() << Math.min(failures, MOST_DOUBLINGS);
        return Math.min(doubled, longest.toMillis());
    }

    long millis(int failures) {
        long most = mostMillis(failures);
        return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
    }
}
