package dev.alkdev.operations.websocket;

import java.time.Duration;

/** Checks of durations. */
final class Durations {
    private Durations() {}

    static Duration requirePositive(String name, Duration duration) {
        if (!duration.isPositive()) {
            throw new IllegalArgumentException(name + " should be positive but is " + duration);
        }
        return duration;
    }
}
