package dev.alkdev.operations.hub;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Until when several things that follow each other have to be done. Immutable. */
record Deadline(long nanoTime) {
    private static final long LOOK_MILLIS = 5;

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    Deadline orEarlier(Deadline other) {
        return nanoTime - other.nanoTime < 0 ? this : other;
    }

    /** Above zero: what is late may still look whether it is done. */
    Duration left() {
        return Duration.ofNanos(Math.max(1_000_000, nanoTime - System.nanoTime()));
    }

    /** Waits until something is done, but no longer, and not if the thread is interrupted. */
    void await(BooleanSupplier done) {
        try {
            while (!done.getAsBoolean() && System.nanoTime() - nanoTime < 0) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
