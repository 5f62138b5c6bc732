package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
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

    void start(String operationId, @Nullable Long until, @Nullable Duration idleTimeout) {
        lock.lock();
        try {
            if (until != null) {
                String message = operationId + " did not end by its deadline";
                deadline =
                        time.schedule(
                                Duration.ofMillis(Math.max(0, until - time.millis())),
                                () -> requests.expire(requestId, message));
            }
            if (idleTimeout != null) {
                watch(operationId, idleTimeout, -1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks again after each idle time whether anything came, instead of once for each item. */
    private void watch(String operationId, Duration idleTimeout, long arrivedBefore) {
        lock.lock();
        try {
            if (closed || stream.hasEnded()) {
                return;
            }
            long arrived = stream.arrived();
            if (arrived == arrivedBefore) {
                requests.expire(
                        requestId,
                        operationId + " was silent for " + idleTimeout.toMillis() + " ms");
            } else {
                idle = time.schedule(idleTimeout, () -> watch(operationId, idleTimeout, arrived));
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
