package dev.alkdev.operations.web;

import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The body of a response with an idle timeout: it is closed when nothing comes for too long while
 * somebody reads. A connection that just dies looks like one on which nothing happens. The time
 * between two reads is the reader's own, and so is the time in which the process was stopped. For
 * one thread.
 */
public final class IdleBody extends InputStream {
    private static final int LOOKS = 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final InputStream body;
    private final TimeSource time;
    private final long allowed;
    private final long interval;
    private volatile long readingSince;
    private volatile boolean reading;
    private volatile boolean expired;
    private long lastLook;
    private long silence;
    private boolean closed;
    private @Nullable Registration timer;

    private IdleBody(InputStream body, TimeSource time, Duration allowed) {
        this.body = body;
        this.time = time;
        this.allowed = allowed.toMillis();
        this.interval = Math.max(1, this.allowed / LOOKS);
        this.lastLook = time.millis();
    }

    /** Guards a body until it is closed. */
    public static IdleBody of(InputStream body, TimeSource time, Duration allowed) {
        IdleBody guarded = new IdleBody(body, time, allowed);
        guarded.schedule(guarded.interval);
        return guarded;
    }

    /** Whether the body was closed because nothing came. */
    public boolean hasExpired() {
        return expired;
    }

    private void schedule(long delay) {
        lock.lock();
        try {
            if (!closed) {
                timer = time.schedule(Duration.ofMillis(delay), this::look);
            }
        } finally {
            lock.unlock();
        }
    }

    private void look() {
        long now = time.millis();
        // Much more than the interval means that this process did not run.
        long passed = Math.min(now - lastLook, 2 * interval);
        lastLook = now;
        silence = reading ? Math.min(silence + passed, now - readingSince) : 0;
        if (silence < allowed) {
            schedule(Math.min(interval, allowed - silence));
        } else {
            expired = true;
            TimeLimit.closeQuietly(body);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /**
     * Reads what there is.
     *
     * @throws SocketTimeoutException if nothing came for too long
     */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        readingSince = time.millis();
        reading = true;
        int count;
        try {
            count = body.read(bytes, offset, length);
        } catch (IOException e) {
            throw expired ? silent() : e;
        } finally {
            reading = false;
        }
        if (count < 0 && expired) {
            throw silent();
        }
        return count;
    }

    private SocketTimeoutException silent() {
        return new SocketTimeoutException("the server sent nothing for " + allowed + " ms");
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            if (timer != null) {
                timer.close();
            }
        } finally {
            lock.unlock();
        }
        body.close();
    }
}
