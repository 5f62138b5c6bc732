package dev.alkdev.operations.base;

import java.time.Duration;
import java.time.Instant;

/** Deadlines as they travel: milliseconds since 1970. Nothing here overflows. */
public final class Deadlines {
    /** No deadline. */
    public static final long NONE = Long.MAX_VALUE;

    /** The latest deadline there is. */
    public static final long LAST = NONE - 1;

    private static final int DEFAULT_SECONDS = 30;

    /** How long a call through a link or a gateway may take that has no timeout of its own. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(DEFAULT_SECONDS);

    /** The default timeout as configs write it. */
    public static final String DEFAULT_TIMEOUT_TEXT = DEFAULT_SECONDS + "s";

    private static final Instant LAST_INSTANT = Instant.ofEpochMilli(LAST);

    private Deadlines() {}

    /** A point in time, within the range of deadlines. */
    public static long millis(Instant deadline) {
        if (deadline.isBefore(Instant.EPOCH)) {
            return 0;
        }
        return deadline.isAfter(LAST_INSTANT) ? LAST : deadline.toEpochMilli();
    }

    /** A length of time, or the longest one if it is longer. */
    public static long millis(Duration time) {
        try {
            return time.toMillis();
        } catch (ArithmeticException ages) {
            return time.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** The deadline of what begins now and may take this long. */
    public static long after(Duration time, TimeSource clock) {
        long now = clock.millis();
        long length = Math.max(0, millis(time));
        return length >= LAST - now ? LAST : now + length;
    }

    /** The time left until a deadline; nothing if it is past. */
    public static Duration left(long deadline, TimeSource clock) {
        long now = clock.millis();
        return Duration.ofMillis(deadline <= now ? 0 : deadline - now);
    }
}
