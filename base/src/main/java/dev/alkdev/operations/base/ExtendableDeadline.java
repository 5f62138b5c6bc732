package dev.alkdev.operations.base;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A deadline that signs of life extend, up to a fixed point in time. Close it when the deadline no
 * longer matters. Threads may share it.
 */
public final class ExtendableDeadline implements Registration {
    private final Mutex lock = new Mutex();
    private final TimeSource time;
    private final Duration step;
    private final long latest;
    private final Runnable expired;
    private final AtomicLong end;
    private @Nullable Registration timer;
    private boolean closed;

    private ExtendableDeadline(
            TimeSource time, long deadline, Extension extension, Runnable expired) {
        this.time = time;
        this.step = extension.step();
        this.latest = extension.latest();
        this.expired = expired;
        this.end = new AtomicLong(Math.min(deadline, latest));
    }

    /**
     * How signs of life extend a deadline.
     *
     * @param step the time that each sign of life allows from then on
     * @param latest the deadline that no sign of life exceeds, in milliseconds since 1970
     */
    public record Extension(Duration step, long latest) {
        public Extension {
            Durations.requirePositive("step", step);
        }
    }

    /**
     * Starts the timer.
     *
     * @param deadline without a sign of life, in milliseconds since 1970
     * @param expired runs at most once, on the timer's thread, or here if the deadline is past
     */
    public static ExtendableDeadline start(
            TimeSource time, long deadline, Extension extension, Runnable expired) {
        ExtendableDeadline started = new ExtendableDeadline(time, deadline, extension, expired);
        started.look();
        return started;
    }

    /** Extends the deadline after a sign of life. */
    public void extend() {
        extend(step);
    }

    /** Extends the deadline to this time from now, unless it is later already. */
    public void extend(Duration left) {
        long wanted = Math.min(latest, Deadlines.after(left, time));
        end.accumulateAndGet(wanted, Math::max);
    }

    /** Returns the current deadline, in milliseconds since 1970. */
    public long end() {
        return end.get();
    }

    /** Returns the deadline that no extension exceeds. */
    public long latest() {
        return latest;
    }

    /** Returns the time that each sign of life allows. */
    public Duration step() {
        return step;
    }

    private void look() {
        Duration left = Deadlines.left(end.get(), time);
        if (left.isZero()) {
            expired.run();
            return;
        }
        try (Registration held = lock.hold()) {
            if (!closed) {
                timer = time.schedule(left, this::look);
            }
        }
    }

    @Override
    public void close() {
        Registration pending;
        try (Registration held = lock.hold()) {
            closed = true;
            pending = timer;
        }
        if (pending != null) {
            pending.close();
        }
    }
}
