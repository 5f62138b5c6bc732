package dev.alkdev.operations.protocol;

import dev.alkdev.operations.TimeSource;

import java.time.Duration;
import java.time.Instant;

/** Points in time as they travel, in milliseconds since 1970. Nothing here overflows. */
final class Deadlines {
    /** The last one: {@link Long#MAX_VALUE} would mean that there is none. */
    static final long LAST = Long.MAX_VALUE - 1;

    private static final Instant LAST_INSTANT = Instant.ofEpochMilli(LAST);

    private Deadlines() {}

    static long millis(Instant deadline) {
        if (deadline.isBefore(Instant.EPOCH)) {
            return 0;
        }
        return deadline.isAfter(LAST_INSTANT) ? LAST : deadline.toEpochMilli();
    }

    static long after(long now, Duration time) {
        long left = LAST - now;
        if (time.isNegative()) {
            return now;
        }
        return time.compareTo(Duration.ofMillis(left)) >= 0 ? LAST : now + time.toMillis();
    }

    /** What is left until then; nothing if it is past. */
    static Duration left(long deadline, TimeSource time) {
        long now = time.millis();
        return Duration.ofMillis(deadline <= now ? 0 : deadline - now);
    }
}
