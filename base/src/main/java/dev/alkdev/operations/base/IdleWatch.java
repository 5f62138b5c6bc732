package dev.alkdev.operations.base;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * An idle timeout: runs an action when nothing happens for too long although a reader waits for it.
 * The time in which the process was stopped does not count. Threads may share it.
 */
public final class IdleWatch implements AutoCloseable {
    private static final int LOOKS = 4;

    private final Mutex lock = new Mutex();
    private final TimeSource time;
    private final long allowed;
    private final long interval;
    private final BooleanSupplier waiting;
    private final Runnable expired;
    private volatile long lastActive;
    private long lastLook;
    private long silence;
    private @Nullable Registration timer;
    private boolean closed;

    private IdleWatch(
            TimeSource time, Duration timeout, BooleanSupplier waiting, Runnable expired) {
        this.time = time;
        this.allowed = Deadlines.millis(timeout);
        this.interval = Math.max(1, allowed / LOOKS);
        this.waiting = waiting;
        this.expired = expired;
        this.lastLook = time.millis();
        this.lastActive = lastLook;
    }

    /**
     * Begins to watch.
     *
     * @param waiting whether a reader waits: silence is measured only then
     * @param expired run at most once, by the timer
     */
    public static IdleWatch start(
            TimeSource time, Duration timeout, BooleanSupplier waiting, Runnable expired) {
        IdleWatch watch = new IdleWatch(time, timeout, waiting, expired);
        watch.schedule(watch.interval);
        return watch;
    }

    /** Something happened. */
    public void active() {
        lastActive = time.millis();
    }

    private void schedule(long delay) {
        try (Registration held = lock.hold()) {
            if (!closed) {
                timer = time.schedule(Duration.ofMillis(delay), this::look);
            }
        }
    }

    private void look() {
        long now = time.millis();
        // More than the interval means that this process did not run, or too late.
        long passed = Math.clamp(now - lastLook, 0, interval);
        if (lastActive > now) {
            // The clock was set back. Only then is the field written here, because another thread
            // may have updated it since.
            lastActive = now;
        }
        lastLook = now;
        silence = waiting.getAsBoolean() ? Math.min(silence + passed, now - lastActive) : 0;
        if (silence < allowed) {
            schedule(Math.min(interval, allowed - silence));
        } else {
            expired.run();
        }
    }

    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            closed = true;
            if (timer != null) {
                timer.close();
            }
        }
    }
}
