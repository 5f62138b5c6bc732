package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Progress;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Progress between the link, which must not wait, and the thread that waits for the call, which
 * calls the caller's listener. Keeps the latest reports, with shortened messages: only the last
 * says how far the call is.
 */
final class PendingProgress {
    private static final int MOST = 16;

    /** Of all calls whose callers do not ask for it. */
    private static final PendingProgress UNWANTED = new PendingProgress(null);

    private final @Nullable Call call;

    /** Null until there is progress, which most calls never report. */
    private final AtomicReference<@Nullable BlockingQueue<Progress>> waiting =
            new AtomicReference<>();

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

    private BlockingQueue<Progress> queue() {
        if (waiting.get() == null) {
            waiting.compareAndSet(null, new LinkedBlockingQueue<>(MOST));
        }
        return Objects.requireNonNull(waiting.get());
    }

    boolean isEmpty() {
        BlockingQueue<Progress> queue = waiting.get();
        return queue == null || queue.isEmpty();
    }

    /** Calls the listener with everything that waits, on this thread. */
    void tell() {
        BlockingQueue<Progress> queue = waiting.get();
        if (call == null || queue == null) {
            return;
        }
        for (Progress next = queue.poll(); next != null; next = queue.poll()) {
            call.progress(next);
        }
    }
}
