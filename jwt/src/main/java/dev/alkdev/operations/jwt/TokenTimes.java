package dev.alkdev.operations.jwt;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Map;

/**
 * The times of a token, read from its JSON: the library's dates count in milliseconds, and a time
 * in the far future would overflow to one in the past.
 *
 * @param expires null if it has no end
 * @param starts null if it is valid at once
 * @param issued null if it does not say
 */
record TokenTimes(@Nullable Instant expires, @Nullable Instant starts, @Nullable Instant issued) {
    /** The end of the year 9999; later times are as good as this. */
    private static final long LAST_SECOND = 253_402_300_799L;

    static TokenTimes of(Map<String, Object> payload) {
        return new TokenTimes(
                time(payload.get("exp")), time(payload.get("nbf")), time(payload.get("iat")));
    }

    private static @Nullable Instant time(@Nullable Object value) {
        return value instanceof Number seconds
                ? Instant.ofEpochSecond(
                        (long) Math.clamp(seconds.doubleValue(), -LAST_SECOND, LAST_SECOND))
                : null;
    }
}
