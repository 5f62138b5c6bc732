package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Progress;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Progress between the link, which must not wait, and the thread that waits for the call, which
 * calls the caller's listener. Keeps the latest reports, with shortened messages: only the last
 * says how far the call is.
 */
final class PendingProgress {
    private static final int MOST = 16;

    /** The queue of calls without progress so far. Nothing is ever added to it. */
    private static final BlockingQueue<Progress> NONE = new LinkedBlockingQueue<>(1);

    /** Of all calls whose callers do not ask for it. */
    private static final PendingProgress UNWANTED = new PendingProgress(null);

    private final @Nullable Call call;
    private volatile BlockingQueue<Progress> waiting = NONE;

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
        BlockingQueue<Progress> queue = queue();
        Progress kept = PeerFaults.bounded(progress);
        while (!queue.offer(kept)) {
            queue.poll();
        }
        return true;
    }

    /** Only the link's threads add. */
    // The very queue: two empty ones may be equal.
    @SuppressWarnings("ReferenceEquality")
    private synchronized BlockingQueue<Progress> queue() {
        if (waiting == NONE) {
            waiting = new LinkedBlockingQueue<>(MOST);
        }
        return waiting;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Calls the listener with everything that waits, on this thread. */
    void tell() {
        for (Progress next = waiting.poll(); call != null && next != null; next = waiting.poll()) {
            call.progress(next);
        }
    }
}
