package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * A subscription's items between the link and the reader. At most a window of them waits here: the
 * sender gets credit for new ones only as they are read. The reader parses them, not the link.
 */
final class PendingStream implements Pending {
    /** How many windows a peer that knows none may run ahead of the reader. */
    private static final int PATIENCE = 4;

    private final PendingProgress progress;
    private final int window;
    private final TimeSource time;
    private final IntConsumer credits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Supplier<ResponseEnvelope<JsonNode>>> items = new ArrayDeque<>();
    private long expected;
    private long lastActive;
    private int unacknowledged;
    private boolean ended;
    private boolean settled;
    private @Nullable CallException failure;

    /**
     * An empty stream.
     *
     * @param credits sends credit for so many more items
     */
    PendingStream(Call call, int window, TimeSource time, IntConsumer credits) {
        this.progress = PendingProgress.of(call);
        this.window = window;
        this.time = time;
        this.lastActive = time.millis();
        this.credits = credits;
    }

    @Override
    public void responded(Supplier<ResponseEnvelope<JsonNode>> output, @Nullable Long sequence) {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            if (sequence != null && sequence != expected) {
                String message = "item " + expected + " of the stream was lost";
                end(new CallException(ErrorCode.UNAVAILABLE, message));
            } else if (items.size() >= (long) window * PATIENCE) {
                String message = "the peer sends without regard to the window of " + window;
                end(new CallException(ErrorCode.OVERLOADED, message));
            } else {
                expected++;
                lastActive = time.millis();
                items.add(output);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void progressed(Progress made) {
        lock.lock();
        try {
            if (!ended && progress.add(made)) {
                lastActive = time.millis();
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The caller has no more interest in it; the other end does not know that yet. */
    void cancelled(CallException reason) {
        lock.lock();
        try {
            end(reason);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void completed() {
        lock.lock();
        try {
            settled = true;
            end(null);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void failed(CallException failure) {
        lock.lock();
        try {
            settled = true;
            end(failure);
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable CallException how) {
        if (!ended) {
            ended = true;
            failure = how;
            changed.signalAll();
        }
    }

    /** Whether nothing more will come. */
    boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the other end knows that the stream has ended. */
    boolean isSettled() {
        lock.lock();
        try {
            return settled;
        } finally {
            lock.unlock();
        }
    }

    /** When an item last came or waited for the reader, whose slowness is no silence. */
    long lastActive() {
        lock.lock();
        try {
            return items.isEmpty() ? lastActive : time.millis();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody reads any more: what waits is dropped. */
    void discard() {
        lock.lock();
        try {
            end(null);
            failure = null;
            items.clear();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the next item; null at the end.
     *
     * @throws CallException if the stream failed, after everything that came before
     */
    @Nullable ResponseEnvelope<JsonNode> next() throws InterruptedException {
        while (awaitsItem()) {
            progress.tell();
        }
        progress.tell();
        int credit;
        Supplier<ResponseEnvelope<JsonNode>> item;
        lock.lockInterruptibly();
        try {
            if (items.isEmpty()) {
                if (failure != null) {
                    throw failure;
                }
                return null;
            }
            item = items.remove();
            lastActive = time.millis();
            credit = ended ? 0 : credit(1);
        } finally {
            lock.unlock();
        }
        if (credit > 0) {
            credits.accept(credit);
        }
        return read(item);
    }

    /** Waits until anything has come; whether that is neither an item nor the end. */
    private boolean awaitsItem() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (items.isEmpty() && !ended && progress.isEmpty()) {
                changed.await();
            }
            return items.isEmpty() && !ended;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what waits, as if it had been read; how many items that were. */
    int skip() {
        int skipped;
        int credit;
        lock.lock();
        try {
            skipped = items.size();
            items.clear();
            credit = ended ? 0 : credit(skipped);
        } finally {
            lock.unlock();
        }
        if (credit > 0) {
            credits.accept(credit);
        }
        return skipped;
    }

    /** Half a window at a time: the sender need not stop, and credits stay few. */
    private int credit(int read) {
        unacknowledged += read;
        if (unacknowledged < (window + 1) / 2) {
            return 0;
        }
        int credit = unacknowledged;
        unacknowledged = 0;
        return credit;
    }

    private ResponseEnvelope<JsonNode> read(Supplier<ResponseEnvelope<JsonNode>> item) {
        try {
            return item.get();
        } catch (CallException malformed) {
            breakOff(malformed);
            throw malformed;
        }
    }

    /** An item could not be read: what came after it does not count. */
    private void breakOff(CallException malformed) {
        lock.lock();
        try {
            items.clear();
            ended = true;
            failure = malformed;
        } finally {
            lock.unlock();
        }
    }
}
