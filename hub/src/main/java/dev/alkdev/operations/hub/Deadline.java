package dev.alkdev.operations.hub;

import java.time.Duration;

/** Until when several things that follow each other have to be done. Immutable. */
record Deadline(long nanoTime) {

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

    boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
