package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Ends a stream whose handler emits nothing for too long. A slow reader is no fault of it. */
final class IdleWatch {
    private final ReentrantLock lock = new ReentrantLock();
    private final StreamRun run;
    private final TimeSource time;
    private final long allowed;
    private volatile long lastActive;
    private @Nullable Registration timer;
    private boolean closed;

    private IdleWatch(StreamRun run, TimeSource time, Duration timeout) {
        this.run = run;
        this.time = time;
        this.allowed = Deadlines.millis(timeout);
        this.lastActive = time.millis();
    }

    static Duration checked(Duration timeout) {
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException(
                    "idleTimeout should be more than nothing but is " + timeout);
        }
        return timeout;
    }

    static IdleWatch start(StreamRun run, TimeSource time, Duration timeout) {
        IdleWatch watch = new IdleWatch(run, time, timeout);
        watch.schedule(watch.allowed);
        return watch;
    }

    /** The handler emitted something. */
    void active() {
        lastActive = time.millis();
    }

    private void schedule(long delay) {
        lock.lock();
        try {
            if (!closed) {
                timer = time.schedule(Duration.ofMillis(delay), this::check);
            }
        } finally {
            lock.unlock();
        }
    }

    private void check() {
        if (run.buffer().isFull()) {
            active();
        }
        long left = allowed - (time.millis() - lastActive);
        if (left <= 0) {
            run.expire("the stream sent nothing for " + allowed + " ms");
        } else {
            schedule(left);
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            if (timer != null) {
                timer.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
