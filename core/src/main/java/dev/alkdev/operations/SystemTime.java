package dev.alkdev.operations;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's clock. Its thread starts with the first task and never keeps the process alive. */
final class SystemTime implements TimeSource {
    static final SystemTime INSTANCE = new SystemTime();

    private final ScheduledThreadPoolExecutor timer;

    private SystemTime() {
        timer =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("operations-timer").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    @Override
    public Registration schedule(Duration delay, Runnable task) {
        // A task may run what users gave to onCancel: it must not hold up the one timer thread.
        ScheduledFuture<?> scheduled =
                timer.schedule(
                        () -> {
                            Thread.ofVirtual().name("operations-timeout").start(task);
                        },
                        nanos(delay),
                        TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    /** How many tasks wait. */
    int pending() {
        return timer.getQueue().size();
    }

    private static long nanos(Duration delay) {
        try {
            return delay.toNanos();
        } catch (ArithmeticException centuries) {
            return Long.MAX_VALUE / 2;
        }
    }
}
