package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayDeque;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The bounded queue between a stream's handler and its reader. */
final class StreamBuffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition readable = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private final Queue<ResponseEnvelope<JsonNode>> items = new ArrayDeque<>();
    private final int capacity;
    private int blocked;
    private boolean ended;
    private boolean closed;
    private @Nullable CallException failure;

    StreamBuffer(int capacity) {
        this.capacity = capacity;
    }

    /** Adds an item, waiting for room. */
    void put(ResponseEnvelope<JsonNode> item) {
        lock.lock();
        blocked++;
        try {
            while (items.size() >= capacity && !ended) {
                writable.await();
            }
            if (ended) {
                throw new CallException(ErrorCode.ABORTED, "nobody reads the stream any longer");
            }
            items.add(item);
            readable.signal();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "interrupted while the reader was slow")
                    .causedBy(e);
        } finally {
            blocked--;
            lock.unlock();
        }
    }

    /** Whether a handler waits for a slow reader. */
    boolean isFull() {
        lock.lock();
        try {
            return blocked > 0;
        } finally {
            lock.unlock();
        }
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
        lock.lock();
        try {
            if (!hasNext()) {
                throw new NoSuchElementException("the stream has ended");
            }
            writable.signal();
            return items.remove();
        } finally {
            lock.unlock();
        }
    }

    /** The handler is done; null if all went well. What it emitted can still be read. */
    void end(@Nullable CallException failure) {
        lock.lock();
        try {
            if (!ended) {
                this.failure = failure;
                ended = true;
                wakeAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The stream was ended from outside: what was emitted is dropped. */
    void abort(CallException failure) {
        lock.lock();
        try {
            if (!ended) {
                items.clear();
                end(failure);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** The reader is done. */
    void close() {
        lock.lock();
        try {
            closed = true;
            ended = true;
            items.clear();
            wakeAll();
        } finally {
            lock.unlock();
        }
    }

    private void wakeAll() {
        readable.signalAll();
        writable.signalAll();
    }
}
