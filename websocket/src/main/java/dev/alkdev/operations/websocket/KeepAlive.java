package dev.alkdev.operations.websocket;

import java.time.Duration;

/**
 * How a dead peer is detected, or one that does not finish what it sends.
 *
 * @param interval either side pings at this interval
 * @param patience a peer that was silent for so long is regarded as lost
 * @param messageTimeout how long a message may take from its first part to its last; a peer that
 *     takes longer is cut off with close code 1013
 */
public record KeepAlive(Duration interval, Duration patience, Duration messageTimeout) {
    private static final KeepAlive DEFAULTS =
            new KeepAlive(Duration.ofSeconds(20), Duration.ofSeconds(50), Duration.ofSeconds(60));

    public KeepAlive {
        Durations.requirePositive("interval", interval);
        Durations.requirePositive("messageTimeout", messageTimeout);
        if (patience.compareTo(interval) <= 0) {
            throw new IllegalArgumentException(
                    "patience should be longer than the interval but is " + patience);
        }
    }

    /** A ping every 20 s, 50 s of patience, 60 s for a message. */
    public static KeepAlive defaults() {
        return DEFAULTS;
    }

    public KeepAlive withPings(Duration interval, Duration patience) {
        return new KeepAlive(interval, patience, messageTimeout);
    }

    public KeepAlive withMessageTimeout(Duration messageTimeout) {
        return new KeepAlive(interval, patience, messageTimeout);
    }
}
