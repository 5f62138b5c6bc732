package dev.alkdev.operations.web;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/**
 * The time a call may take with all its exchanges, bodies included: it interrupts a thread that
 * sends and closes a body that is read. Closed when the call is over. One timer for both is cheaper
 * than the client's own, which knows nothing of bodies.
 */
public final class TimeLimit implements AutoCloseable {
    private final Mutex lock = new Mutex();
    private final TimeSource time;
    private final long end;
    private final @Nullable Registration timer;
    private @Nullable Thread sender;
    private @Nullable InputStream body;
    private boolean interrupted;
    private volatile boolean over;

    /** Something that is sent and answered. */
    interface Sending<T> {
        T send() throws IOException, InterruptedException;
    }

    private TimeLimit(TimeSource time, @Nullable Duration limit, boolean enforced) {
        this.time = time;
        this.end = limit == null ? Long.MAX_VALUE : time.millis() + limit.toMillis();
        this.timer = limit == null || enforced ? null : time.schedule(limit, this::expire);
    }

    /** A limit that begins now; null for none. */
    public static TimeLimit of(TimeSource time, @Nullable Duration limit) {
        return new TimeLimit(time, limit, false);
    }

    /** A limit that somebody else enforces by interrupting the thread, such as a deadline. */
    public static TimeLimit enforced(TimeSource time, Duration limit) {
        return new TimeLimit(time, limit, true);
    }

    /** Whether there is time for a pause and anything after it. */
    public boolean allows(Duration pause) {
        return time.millis() + pause.toMillis() < end;
    }

    public boolean isOver() {
        return over;
    }

    /**
     * Sends on this thread.
     *
     * @throws HttpTimeoutException if the time was up before there was an answer
     */
    <T> T during(Sending<T> sending) throws IOException, InterruptedException {
        if (timer == null) {
            return sending.send();
        }
        enter();
        try {
            return sending.send();
        } catch (InterruptedException e) {
            if (leave()) {
                throw new HttpTimeoutException("the time is up");
            }
            throw e;
        } finally {
            leave();
        }
    }

    private void enter() throws HttpTimeoutException {
        try (Registration held = lock.hold()) {
            if (over) {
                throw new HttpTimeoutException("the time is up");
            }
            sender = Thread.currentThread();
        }
    }

    /** Ends the sending; true if it was interrupted by this limit, whose interrupt is cleared. */
    private boolean leave() {
        try (Registration held = lock.hold()) {
            boolean ours = sender != null && interrupted;
            sender = null;
            if (ours) {
                interrupted = false;
                Thread.interrupted();
            }
            return ours;
        }
    }

    /** Closes the body when the time is up, so that its reader wakes. */
    public void guard(InputStream body) {
        try (Registration held = lock.hold()) {
            this.body = body;
            if (over) {
                closeQuietly(body);
            }
        }
    }

    private void expire() {
        try (Registration held = lock.hold()) {
            over = true;
            if (sender != null) {
                interrupted = true;
                sender.interrupt();
            } else if (body != null) {
                closeQuietly(body);
            }
        }
    }

    static void closeQuietly(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // Nobody is left to care about a body that cannot even be closed.
        }
    }

    /** Nothing happens any more when the time is up. */
    public void lift() {
        if (timer != null) {
            timer.close();
        }
    }

    @Override
    public void close() {
        lift();
    }
}
