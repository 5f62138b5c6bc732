package dev.alkdev.operations.protocol;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Durations;

import java.time.Duration;

/**
 * How requests of a peer are answered.
 *
 * @param maxConcurrentCalls how many may run at once; more fail with {@code OVERLOADED}
 * @param defaultTimeout the time of a call whose request names no deadline, from its start and from
 *     each report of progress
 * @param maxTimeout the time a call has at the most, whatever deadline its request names and
 *     whatever progress it makes; a subscription may run longer
 * @param offers whether the peer may call anything at all, and see what there is
 * @param gateway what the calls are said to have come in by
 */
public record HandlerOptions(
        int maxConcurrentCalls,
        Duration defaultTimeout,
        Duration maxTimeout,
        boolean offers,
        String gateway) {
    private static final HandlerOptions DEFAULTS =
            new HandlerOptions(10_000, Deadlines.DEFAULT_TIMEOUT, CallTime.LONGEST, true, "link");

    public HandlerOptions {
        if (maxConcurrentCalls < 1) {
            throw new IllegalArgumentException(
                    "maxConcurrentCalls should be at least 1 but is " + maxConcurrentCalls);
        }
        Durations.requirePositive("defaultTimeout", defaultTimeout);
        Durations.requirePositive("maxTimeout", maxTimeout);
    }

    public static HandlerOptions defaults() {
        return DEFAULTS;
    }

    public HandlerOptions withMaxConcurrentCalls(int maxConcurrentCalls) {
        return new HandlerOptions(maxConcurrentCalls, defaultTimeout, maxTimeout, offers, gateway);
    }

    public HandlerOptions withDefaultTimeout(Duration defaultTimeout) {
        return new HandlerOptions(maxConcurrentCalls, defaultTimeout, maxTimeout, offers, gateway);
    }

    public HandlerOptions withMaxTimeout(Duration maxTimeout) {
        return new HandlerOptions(maxConcurrentCalls, defaultTimeout, maxTimeout, offers, gateway);
    }

    /** For a link over which this side only calls: every request of the peer is refused. */
    public HandlerOptions offeringNothing() {
        return new HandlerOptions(maxConcurrentCalls, defaultTimeout, maxTimeout, false, gateway);
    }

    /** Names the kind of link, for those who observe calls. */
    public HandlerOptions withGateway(String gateway) {
        return new HandlerOptions(maxConcurrentCalls, defaultTimeout, maxTimeout, offers, gateway);
    }
}
