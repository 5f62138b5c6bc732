package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Ends a subscription that is silent for too long. */
final class IdleTimer {
    private final PendingRequests requests;
    private final Call call;
    private final PendingStream stream;
    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Registration timer;
    private boolean closed;

    IdleTimer(PendingRequests requests, Call call, PendingStream stream, TimeSource time) {
        this.requests = requests;
        this.call = call;
        this.stream = stream;
        this.time = time;
    }

    /** Starts it if the call has an idle timeout. */
    Registration start() {
        call.idleTimeout().ifPresent(allowed -> schedule(allowed, allowed));
        return this::close;
    }

    private void schedule(Duration left, Duration allowed) {
        lock.lock();
        try {
            if (!closed) {
                timer = time.schedule(left, () -> check(allowed));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks when the stream may have been silent for long enough, instead of at each item. */
    private void check(Duration allowed) {
        if (stream.hasEnded()) {
            return;
        }
        Duration left = allowed.minusMillis(time.millis() - stream.lastActive());
        if (left.isPositive()) {
            schedule(left, allowed);
        } else {
            requests.expire(
                    call.requestId(),
                    call.operationId() + " was silent for " + allowed.toMillis() + " ms");
        }
    }

    private void close() {
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
