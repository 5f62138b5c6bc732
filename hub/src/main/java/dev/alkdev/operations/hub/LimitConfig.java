package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * What one caller, and one request, may ask of a hub. Immutable; threads may share it.
 *
 * @param bodyBytes the largest body of a request
 * @param headerBytes the largest head of a request
 * @param concurrency how many calls of one caller run at once
 * @param streams how many subscriptions one caller has open at once
 * @param batch how many calls one batch may hold
 * @param rate how many calls one caller may begin in a time; null for any number
 * @param timeouts how long a call may take
 * @param memory how many bytes of all callers may be in flight at once; null for a quarter of the
 *     heap
 * @param links how many links, and for how long operations stay whose link is down
 */
public record LimitConfig(
        int bodyBytes,
        int headerBytes,
        int concurrency,
        int streams,
        int batch,
        @Nullable Rate rate,
        Timeouts timeouts,
        @Nullable Long memory,
        Links links) {
    private static final LimitConfig DEFAULTS =
            new LimitConfig(
                    4 * 1024 * 1024,
                    16 * 1024,
                    256,
                    100,
                    100,
                    null,
                    new Timeouts(Duration.ofSeconds(30), Duration.ofMinutes(5)),
                    null);

    /** With the usual links. */
    public LimitConfig(
            int bodyBytes,
            int headerBytes,
            int concurrency,
            int streams,
            int batch,
            @Nullable Rate rate,
            Timeouts timeouts,
            @Nullable Long memory) {
        this(
                bodyBytes,
                headerBytes,
                concurrency,
                streams,
                batch,
                rate,
                timeouts,
                memory,
                Links.defaults());
    }

    /** The least that serves anybody. */
    private static final long LEAST_MEMORY = 1024 * 1024;

    /**
     * A steady rate with bursts.
     *
     * @param burst how many calls may begin at once after a rest
     */
    public record Rate(double perSecond, int burst) {}

    /**
     * What links may ask for.
     *
     * @param perCaller how many of them one caller has open at once
     * @param grace how long the operations of a peer that is not connected stay listed: calls fail
     *     with {@code UNAVAILABLE} meanwhile
     */
    public record Links(int perCaller, Duration grace) {
        private static final Links DEFAULTS = new Links(256, Duration.ofSeconds(60));

        public static Links defaults() {
            return DEFAULTS;
        }
    }

    /**
     * How long calls may take.
     *
     * @param standard the time of a call that asks for none
     * @param max the longest a call may ask for
     */
    public record Timeouts(Duration standard, Duration max) {}

    /** How many bytes may be in flight: as given, or a quarter of what this JVM may use. */
    public long memoryBytes() {
        return memory == null
                ? Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / 4)
                : memory;
    }

    public static LimitConfig defaults() {
        return DEFAULTS;
    }
}
