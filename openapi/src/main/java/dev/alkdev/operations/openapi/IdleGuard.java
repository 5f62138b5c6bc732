package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Closes a body that sends nothing for too long while somebody waits for it. */
final class IdleGuard implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final InputStream body;
    private final TimeSource time;
    private final long allowed;
    private volatile long waitingSince;
    private volatile boolean waiting;
    private volatile boolean expired;
    private boolean closed;
    private @Nullable Registration timer;

    IdleGuard(InputStream body, TimeSource time, Duration allowed) {
        this.body = body;
        this.time = time;
        this.allowed = allowed.toMillis();
        schedule(this.allowed);
    }

    /** Reads, and counts the time that takes. */
    int read(byte[] buffer) throws IOException {
        waitingSince = time.millis();
        waiting = true;
        try {
            return body.read(buffer);
        } finally {
            waiting = false;
        }
    }

    /** Whether it closed the body. */
    boolean hasExpired() {
        return expired;
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
        // A slow reader is no fault of the server's.
        long left = waiting ? waitingSince + allowed - time.millis() : allowed;
        if (left > 0) {
            schedule(left);
        } else {
            expired = true;
            TimeLimit.closeQuietly(body);
        }
    }

    @Override
    public void close() {
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
