package dev.alkdev.operations.websocket;

import java.time.Duration;

/**
 * How a dead peer is noticed. Either side pings at the interval; a peer of which nothing was heard
 * for the patience counts as lost.
 */
public record KeepAlive(Duration interval, Duration patience) {
    private static final KeepAlive DEFAULTS =
            new KeepAlive(Duration.ofSeconds(20), Duration.ofSeconds(50));

    public KeepAlive {
        Durations.requirePositive("interval", interval);
        if (patience.compareTo(interval) <= 0) {
            throw new IllegalArgumentException(
                    "patience should be longer than the interval but is " + patience);
        }
    }

    /** A ping every 20 s, 50 s of patience. */
    public static KeepAlive defaults() {
        return DEFAULTS;
    }
}
