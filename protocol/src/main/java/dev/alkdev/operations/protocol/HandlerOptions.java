package dev.alkdev.operations.protocol;

import java.time.Duration;

/**
 * How requests of a peer are answered.
 *
 * @param maxConcurrentCalls how many may run at once; more fail with {@code OVERLOADED}
 * @param defaultTimeout the time a call has whose request names no deadline
 */
public record HandlerOptions(int maxConcurrentCalls, Duration defaultTimeout) {
    private static final HandlerOptions DEFAULTS =
            new HandlerOptions(10_000, CallOptions.DEFAULT_TIMEOUT);

    public HandlerOptions {
        if (maxConcurrentCalls < 1) {
            throw new IllegalArgumentException(
                    "maxConcurrentCalls should be at least 1 but is " + maxConcurrentCalls);
        }
    }

    public static HandlerOptions defaults() {
        return DEFAULTS;
    }

    public HandlerOptions withMaxConcurrentCalls(int maxConcurrentCalls) {
        return new HandlerOptions(maxConcurrentCalls, defaultTimeout);
    }

    public HandlerOptions withDefaultTimeout(Duration defaultTimeout) {
        return new HandlerOptions(maxConcurrentCalls, defaultTimeout);
    }
}
