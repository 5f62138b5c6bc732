package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Progress;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Progress between the link, which must not wait, and the thread that waits for the call, which
 * tells the caller's listener. Of more than fits, the oldest is forgotten: only the last says how
 * far the call is.
 */
final class PendingProgress {
    private static final Logger LOG = LoggerFactory.getLogger(PendingRequests.class);
    private static final int MOST = 64;

    private final Call call;
    private @Nullable Deque<Progress> waiting;

    PendingProgress(Call call) {
        this.call = call;
    }

    /** Keeps one; whether anybody wants it. */
    synchronized boolean add(Progress progress) {
        if (!call.wantsProgress()) {
            return false;
        }
        Deque<Progress> all = waiting == null ? new ArrayDeque<>() : waiting;
        waiting = all;
        if (all.size() == MOST) {
            all.removeFirst();
        }
        return all.add(progress);
    }

    private synchronized @Nullable Progress poll() {
        return waiting == null ? null : waiting.poll();
    }

    synchronized boolean isEmpty() {
        return waiting == null || waiting.isEmpty();
    }

    /** Tells the listener all that waits, on this thread. */
    void tell() {
        for (Progress next = poll(); next != null; next = poll()) {
            try {
                call.progress(next);
            } catch (RuntimeException e) {
                LOG.warn("A listener for the progress of {} failed", call.operationId(), e);
            }
        }
    }
}
