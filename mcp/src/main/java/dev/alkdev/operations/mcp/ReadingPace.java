package dev.alkdev.operations.mcp;

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

    /**
     * Records a reading that has ended now.
     *
     * @param begun when it began, as {@link System#nanoTime}
     */
    void read(long begun) {
        long now = System.nanoTime();
        next = now + Math.clamp(SHARE * (now - begun), MIN_PAUSE, MAX_PAUSE);
    }

    /** Waits until the lists may be read again. */
    void await() throws InterruptedException {
        long left = next - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
