package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Progress;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Progress between the link, which must not wait, and the thread that waits for the call, which
 * calls the caller's listener. Of more than fits, the oldest is forgotten: only the last says how
 * far the call is.
 */
final class PendingProgress {
    private static final Logger LOG = LoggerFactory.getLogger(PendingRequests.class);
    private static final int MOST = 64;

    /** Of all calls whose callers do not ask for it. */
    private static final PendingProgress UNWANTED = new PendingProgress(null);

    private final @Nullable Call call;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Progress> waiting = new ArrayDeque<>(1);

    private PendingProgress(@Nullable Call call) {
        this.call = call;
    }

    static PendingProgress of(Call call) {
        return call.wantsProgress() ? new PendingProgress(call) : UNWANTED;
    }

    /** Keeps one; whether anybody wants it. */
    boolean add(Progress progress) {
        if (call == null) {
            return false;
        }
        lock.lock();
        try {
            if (waiting.size() == MOST) {
                waiting.removeFirst();
            }
            return waiting.add(progress);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Progress poll() {
        if (call == null) {
            return null;
        }
        lock.lock();
        try {
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        if (call == null) {
            return true;
        }
        lock.lock();
        try {
            return waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Calls the listener with everything that waits, on this thread. */
    void tell() {
        if (call == null) {
            return;
        }
        for (Progress next = poll(); next != null; next = poll()) {
            try {
                call.progress(next);
            } catch (RuntimeException e) {
                LOG.warn("A listener for the progress of {} failed", call.operationId(), e);
            }
        }
    }
}
