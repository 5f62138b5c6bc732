package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Registration;

import java.util.concurrent.TimeUnit;

/**
 * The pauses between two readings of the lists of a server that changes them all the time: reading
 * takes about a tenth of the time. Threads may share it.
 */
final class ReadingPace {
    private static final long SHARE = 10;
    private static final long MIN_PAUSE = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(5);

    private volatile long next = System.nanoTime();

    /** Begins to read the lists, until the registration is closed. */
    Registration begin() {
        long begun = System.nanoTime();
        return () -> {
            long now = System.nanoTime();
            next = now + Math.clamp(SHARE * (now - begun), MIN_PAUSE, MAX_PAUSE);
        };
    }

    /** Waits until the lists may be read again. */
    void await() throws InterruptedException {
        long left = next - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
