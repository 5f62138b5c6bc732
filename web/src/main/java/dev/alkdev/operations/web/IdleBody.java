package dev.alkdev.operations.web;

import dev.alkdev.operations.base.IdleWatch;
import dev.alkdev.operations.base.TimeSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * The body of a response with an idle timeout: it is closed when nothing is received for too long
 * while it is read. A connection that just dies looks like one on which nothing happens. The time
 * between two reads is the reader's own, and so is the time in which the process was stopped. For
 * one thread.
 */
public final class IdleBody extends InputStream {
    private final InputStream body;
    private final Duration allowed;
    private final IdleWatch watch;
    private volatile boolean reading;
    private volatile boolean expired;

    private IdleBody(InputStream body, TimeSource time, Duration allowed) {
        this.body = body;
        this.allowed = allowed;
        this.watch = IdleWatch.start(time, allowed, () -> reading, this::expire);
    }

    /** Guards a body until it is closed. */
    public static IdleBody of(InputStream body, TimeSource time, Duration allowed) {
        return new IdleBody(body, time, allowed);
    }

    /** Whether the body was closed because nothing was received. */
    public boolean hasExpired() {
        return expired;
    }

    private void expire() {
        expired = true;
        TimeLimit.closeQuietly(body);
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
        watch.active();
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
        return new SocketTimeoutException(
                "the server sent nothing for " + allowed.toMillis() + " ms");
    }

    @Override
    public void close() throws IOException {
        watch.close();
        body.close();
    }
}
