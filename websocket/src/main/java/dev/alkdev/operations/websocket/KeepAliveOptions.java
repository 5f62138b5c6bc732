package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.Durations;

import java.time.Duration;

/**
 * Ping interval and timeouts of a link, by which a dead or stalled peer is detected.
 *
 * @param interval either side pings at this interval
 * @param timeout a peer that was silent for so long is regarded as lost
 * @param messageTimeout how long a message may take from its first part to its last; a peer that
 *     takes longer is cut off with close code 1013
 */
public record KeepAliveOptions(Duration interval, Duration timeout, Duration messageTimeout) {
    private static final KeepAliveOptions DEFAULTS =
            new KeepAliveOptions(
                    Duration.ofSeconds(20), Duration.ofSeconds(50), Duration.ofSeconds(60));

    public KeepAliveOptions {
        Durations.requirePositive("interval", interval);
        Durations.requirePositive("messageTimeout", messageTimeout);
        if (timeout.compareTo(interval) <= 0) {
            throw new IllegalArgumentException(
                    "timeout should be longer than the interval but is " + timeout);
        }
    }

    /** A ping every 20 s, 50 s of silence, 60 s for a message. */
    public static KeepAliveOptions defaults() {
        return DEFAULTS;
    }

    public KeepAliveOptions withPings(Duration interval, Duration timeout) {
        return new KeepAliveOptions(interval, timeout, messageTimeout);
    }

    public KeepAliveOptions withMessageTimeout(Duration messageTimeout) {
        return new KeepAliveOptions(interval, timeout, messageTimeout);
    }
}
