package dev.alkdev.operations;

import java.time.Duration;

/** The machine's clock. Its thread starts with the first task and never keeps the process alive. */
final class SystemTime implements TimeSource {
    static final SystemTime INSTANCE = new SystemTime();

    private final TimerWheel timers = new TimerWheel();

    private SystemTime() {}

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    @Override
    public Registration schedule(Duration delay, Runnable task) {
        return timers.schedule(nanos(delay), task);
    }

    /** How many tasks wait. */
    int pending() {
        return timers.pending();
    }

    private static long nanos(Duration delay) {
        try {
            return delay.toNanos();
        } catch (ArithmeticException centuries) {
            return Long.MAX_VALUE;
        }
    }
}
