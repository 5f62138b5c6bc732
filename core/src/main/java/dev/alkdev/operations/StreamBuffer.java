package dev.alkdev.operations;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayDeque;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** The queue between a stream's handler and its reader, bounded by number and by weight. */
final class StreamBuffer implements StreamSink, Registration {
    /** What may wait for one reader; a single item may weigh more. */
    private static final long MAX_WEIGHT = 4 << 20;

    /** How often is looked for room that other streams have made. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

    private final Mutex lock = new Mutex();
    private final Condition readable = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private final Queue<Item> items = new ArrayDeque<>();
    private final int capacity;

    /** For what waits in this and other buffers. */
    private final ByteBudget budget;

    private long weight;
    private boolean blocked;
    private volatile boolean ended;
    private volatile boolean closed;
    private @Nullable CallException failure;

    StreamBuffer(int capacity, ByteBudget budget) {
        this.capacity = capacity;
        this.budget = budget;
    }

    private record Item(ResponseEnvelope<JsonNode> envelope, long weight) {}

    @Override
    public void item(ResponseEnvelope<JsonNode> envelope) throws InterruptedException {
        put(envelope);
    }

    /** Adds an item, waiting for room; whether it had to wait. */
    boolean put(ResponseEnvelope<JsonNode> envelope) throws InterruptedException {
        Item item = new Item(envelope, ByteBudget.weight(envelope.data()));
        boolean waited = false;
        lock.lock();
        try {
            while (!ended && isFullFor(item)) {
                waited = true;
                blocked = true;
                writable.await();
            }
            while (!ended && !isPaidFor(item)) {
                waited = true;
                blocked = true;
                // Woken when the own reader has taken something; of other streams nobody tells.
                writable.awaitNanos(LOOK);
            }
            if (ended) {
                throw new CallException(ErrorCode.ABORTED, "the reader closed the stream");
            }
            items.add(item);
            weight += item.weight();
            readable.signal();
            return waited;
        } finally {
            blocked = false;
            lock.unlock();
        }
    }

    /** Whether a handler waits for a slow reader. */
    boolean isFull() {
        try (Registration held = lock.hold()) {
            return blocked;
        }
    }

    private boolean isFullFor(Item item) {
        boolean tooHeavy = !items.isEmpty() && weight + item.weight() > MAX_WEIGHT;
        return tooHeavy || items.size() >= capacity;
    }

    /** A reader that has nothing to read always gets the next item, whatever others keep. */
    private boolean isPaidFor(Item item) {
        if (items.isEmpty()) {
            budget.force(item.weight());
            return true;
        }
        return budget.poll(item.weight());
    }

    /** Waits for an item or the end. */
    boolean hasNext() {
        lock.lock();
        try {
            while (items.isEmpty() && !ended) {
                readable.await();
            }
            if (!items.isEmpty()) {
                return true;
            }
            if (failure != null && !closed) {
                throw failure;
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "interrupted while waiting for the stream")
                    .causedBy(e);
        } finally {
            lock.unlock();
        }
    }

    ResponseEnvelope<JsonNode> next() {
        try (Registration held = lock.hold()) {
            if (!hasNext()) {
                throw new NoSuchElementException("the stream has ended");
            }
            Item item = items.remove();
            weight -= item.weight();
            budget.release(item.weight());
            writable.signal();
            return item.envelope();
        }
    }

    /** The handler is done; null if all went well. What it emitted can still be read. */
    void end(@Nullable CallException failure) {
        try (Registration held = lock.hold()) {
            if (!ended) {
                this.failure = failure;
                ended = true;
                wakeAll();
            }
        }
    }

    /** The stream was ended from outside: what was emitted is dropped. */
    void abort(CallException failure) {
        try (Registration held = lock.hold()) {
            if (!ended) {
                drop();
                end(failure);
            }
        }
    }

    /** Whether the handler is done and everything has been read. Quick while the handler runs. */
    boolean isDone() {
        if (!ended) {
            return false;
        }
        try (Registration held = lock.hold()) {
            return items.isEmpty();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** The reader is done. */
    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            closed = true;
            ended = true;
            drop();
            wakeAll();
        }
    }

    private void drop() {
        items.clear();
        budget.release(weight);
        weight = 0;
    }

    private void wakeAll() {
        readable.signalAll();
        writable.signalAll();
    }
}
