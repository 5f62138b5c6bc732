package dev.alkdev.operations.websocket;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * What waits to be written to a socket, in UTF-8, in order and bounded. Of those who put something
 * in, one at a time writes, for all: what others put in meanwhile goes out together.
 */
final class Outbox {
    /** What a blocked sender weighs besides its text: its thread. */
    private static final int SENDER_WEIGHT = 2_000;

    /**
     * What may wait for one peer although there is no room for what waits for all, at the least and
     * at the most; in between a part of what may wait for all.
     */
    private static final long LEAST_SHARE = 128 << 10;

    private static final long LARGEST_SHARE = 1 << 20;
    private static final int PEERS = 64;

    private static final int MAX_BATCH_BYTES = 48 * 1024;

    private final Wire wire;
    private final SendOptions limits;
    private final ByteBudget budget;
    private final long share;
    private final Consumer<String> overflow;
    private final Consumer<Throwable> failure;
    private final Mutex lock = new Mutex();
    private final Condition space = lock.newCondition();
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private int events;
    private long bytes;
    private long blocked;
    private boolean writing;
    private long lastProgress;
    private @Nullable String closed;

    /**
     * An empty outbox.
     *
     * @param overflow called with the reason if the peer is to be disconnected
     * @param failure called if writing fails
     */
    Outbox(
            Wire wire,
            WebSocketOptions options,
            Consumer<String> overflow,
            Consumer<Throwable> failure) {
        this.wire = wire;
        this.limits = options.sending();
        this.budget = options.budget().bulk();
        this.share = Math.clamp(budget.limit() / PEERS, LEAST_SHARE, LARGEST_SHARE);
        this.overflow = overflow;
        this.failure = failure;
    }

    /**
     * Puts a text in, waiting for space first.
     *
     * @throws CallException {@code UNAVAILABLE} if the outbox is or gets closed, {@code ABORTED} if
     *     the thread is interrupted while it waits
     */
    void put(byte[] text) {
        String excess = null;
        boolean first = false;
        try (Registration held = lock.hold()) {
            excess = awaitSpace(text.length);
            if (excess == null) {
                first = add(text);
            }
        }
        finish(first, excess);
    }

    /** Puts a small text in without waiting. */
    void putAtOnce(byte[] text) {
        String excess = null;
        boolean first = false;
        try (Registration held = lock.hold()) {
            checkOpen();
            excess = excess(text.length);
            if (excess == null) {
                budget.force(text.length);
                first = add(text);
            }
        }
        finish(first, excess);
    }

    private void finish(boolean first, @Nullable String excess) {
        if (excess != null) {
            overflow.accept(excess);
            throw new CallException(ErrorCode.UNAVAILABLE, "the peer was cut off: " + excess);
        }
        if (first) {
            // Threads that are ready to run put in theirs first, and all goes out together.
            Thread.startVirtualThread(this::write);
        }
    }

    /**
     * Waits until there is space; returns why the peer must be disconnected instead, if it must.
     */
    private @Nullable String awaitSpace(int length) {
        checkOpen();
        if (takesSpace(length)) {
            return null;
        }
        long weight = (long) length + SENDER_WEIGHT;
        String excess = excess(weight);
        if (excess == null && !budget.tryAcquire(weight)) {
            if (bytes + blocked > share) {
                excess = "too much waits for peers that read slowly";
            } else {
                budget.force(weight);
            }
        }
        if (excess != null) {
            return excess;
        }
        blocked += weight;
        try {
            while (!takesSpace(length)) {
                long patience =
                        limits.stallTimeout().toNanos() - (System.nanoTime() - lastProgress);
                if (patience <= 0) {
                    return "it took nothing for " + limits.stallTimeout().toMillis() + " ms";
                }
                space.awaitNanos(patience);
                checkOpen();
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(
                    ErrorCode.ABORTED, "interrupted while the peer was slow to take events");
        } finally {
            blocked -= weight;
            budget.release(weight);
        }
    }

    /**
     * Takes space for a text, if there is some; whether there was. A peer for which nothing waits
     * gets one in any case, so that those that read go on whatever others do.
     */
    private boolean takesSpace(int length) {
        if (events == 0) {
            budget.force(length);
            return true;
        }
        return events < limits.maxEvents()
                && bytes + length <= limits.maxBytes()
                && budget.tryAcquire(length);
    }

    private @Nullable String excess(long weight) {
        return bytes + blocked + weight > limits.hardLimit() && events > 0
                ? "more than " + limits.hardLimit() + " bytes wait for it"
                : null;
    }

    private void checkOpen() {
        if (closed != null) {
            throw new CallException(ErrorCode.UNAVAILABLE, closed);
        }
    }

    /** Adds a text and returns whether no thread is writing, so that the caller must. */
    private boolean add(byte[] text) {
        queue.add(text);
        events++;
        bytes += text.length;
        boolean first = !writing;
        if (first) {
            writing = true;
            lastProgress = System.nanoTime();
        }
        return first;
    }

    /** Writes until there is nothing left, or the wire must be waited for. */
    private void write() {
        List<byte[]> batch = nextBatch();
        while (batch != null) {
            Writing now = new Writing(batch);
            wire.write(batch, now);
            if (!now.hasEnded()) {
                return;
            }
            batch = nextBatch();
        }
    }

    private @Nullable List<byte[]> nextBatch() {
        try (Registration held = lock.hold()) {
            byte[] next = queue.poll();
            if (next == null) {
                writing = false;
                return null;
            }
            List<byte[]> batch = new ArrayList<>(Math.min(queue.size() + 1, Wire.MAX_BATCH));
            batch.add(next);
            int size = next.length;
            while (batch.size() < Wire.MAX_BATCH && size < MAX_BATCH_BYTES) {
                next = queue.poll();
                if (next == null) {
                    break;
                }
                batch.add(next);
                size += next.length;
            }
            return batch;
        }
    }

    private void written(List<byte[]> batch) {
        try (Registration held = lock.hold()) {
            lastProgress = System.nanoTime();
            for (byte[] text : batch) {
                events--;
                if (closed == null) {
                    bytes -= text.length;
                    budget.release(text.length);
                }
                if (blocked > 0) {
                    space.signal();
                }
            }
        }
    }

    /** Drops everything and fails waiting senders. Closing twice does nothing. */
    void close(String reason) {
        try (Registration held = lock.hold()) {
            if (closed == null) {
                closed = reason;
                queue.clear();
                budget.release(bytes);
                bytes = 0;
                space.signalAll();
            }
        }
    }

    /** One write under way. Either the thread that began it goes on, or the one that ends it. */
    private final class Writing implements Consumer<@Nullable Throwable> {
        private final List<byte[]> batch;
        private final AtomicBoolean handedOver = new AtomicBoolean();

        Writing(List<byte[]> batch) {
            this.batch = batch;
        }

        /** Whether it has ended; if not, whoever ends it continues to write. */
        boolean hasEnded() {
            return !handedOver.compareAndSet(false, true);
        }

        @Override
        public void accept(@Nullable Throwable problem) {
            if (problem != null) {
                failure.accept(problem);
                return;
            }
            written(batch);
            if (!handedOver.compareAndSet(false, true)) {
                write();
            }
        }
    }
}
