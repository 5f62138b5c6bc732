package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

/** Ends a subscription that goes past its deadline, or is silent for too long. */
final class StreamTimers {
    private final PendingRequests requests;
    private final String requestId;
    private final PendingStream stream;
    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Registration deadline;
    private @Nullable Registration idle;
    private boolean closed;

    StreamTimers(
            PendingRequests requests, String requestId, PendingStream stream, TimeSource time) {
        this.requests = requests;
        this.requestId = requestId;
        this.stream = stream;
        this.time = time;
    }

    void start(String operationId, CallOptions options) {
        lock.lock();
        try {
            Instant until = options.deadline();
            if (until != null) {
                String message = operationId + " did not end by its deadline";
                deadline =
                        time.schedule(
                                Deadlines.left(Deadlines.millis(until), time),
                                () -> requests.expire(requestId, message));
            }
            Duration allowed = options.idleTimeout();
            if (allowed != null) {
                idle = time.schedule(allowed, () -> check(operationId, allowed));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks when the stream may have been silent for long enough, instead of at each item. */
    private void check(String operationId, Duration allowed) {
        if (stream.hasEnded()) {
            return;
        }
        Duration left = allowed.minusMillis(time.millis() - stream.lastActive());
        if (!left.isPositive()) {
            requests.expire(
                    requestId, operationId + " was silent for " + allowed.toMillis() + " ms");
            return;
        }
        lock.lock();
        try {
            if (!closed) {
                idle = time.schedule(left, () -> check(operationId, allowed));
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            if (deadline != null) {
                deadline.close();
            }
            if (idle != null) {
                idle.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
