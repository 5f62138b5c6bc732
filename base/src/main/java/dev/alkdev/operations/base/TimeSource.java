package dev.alkdev.operations.base;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

/**
 * A clock and a timer. Everything that waits uses it, so that a test can drive time by hand.
 * Threads may share it.
 */
public interface TimeSource {
    /** Milliseconds since 1970. */
    long millis();

    /**
     * Runs a task once, after the delay. The task is short or hands over to another thread. Closing
     * what is returned cancels the task, if it has not begun.
     */
    Registration schedule(Duration delay, Runnable task);

    default Instant now() {
        return Instant.ofEpochMilli(millis());
    }

    /** Waits on this thread until the time has passed. */
    default void sleep(Duration duration) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        Registration timer = schedule(duration, over::countDown);
        try {
            over.await();
        } finally {
            timer.close();
        }
    }

    /** The machine's clock with one timer thread, shared by everything in the process. */
    static TimeSource system() {
        return TimerWheel.SYSTEM;
    }
}
