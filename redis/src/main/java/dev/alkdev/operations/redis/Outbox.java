package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;

/** What waits to be written, in order. It is bounded: whoever adds to a full one waits. */
final class Outbox {
    private static final int MAX_ITEMS = 4_096;
    private static final int MAX_BYTES = 8 * 1024 * 1024;
    private static final int BATCH = 256;

    /** Something to write. */
    sealed interface Item {
        /** About how many bytes. */
        default int size() {
            return 100;
        }

        /** A request, for one of the workers. */
        record Request(SentRequest sent) implements Item {
            @Override
            public int size() {
                return sent.text().length;
            }
        }

        /**
         * An event for one participant.
         *
         * @param ends the request that is finished with it, if it is
         */
        @SuppressWarnings("ArrayRecordComponent") // Nobody compares messages.
        record Message(String to, byte[] text, @Nullable TakenRequest ends) implements Item {
            @Override
            public int size() {
                return text.length;
            }
        }

        /** Gives a request back to its caller, who may send it again. */
        record Unsent(TakenRequest taken) implements Item {}

        /**
         * A request of ours whose worker is gone.
         *
         * @param entry where it was written
         */
        record Lost(String requestId, String entry) implements Item {}

        /** The end of a request nobody waits for. */
        record Done(TakenRequest taken) implements Item {}

        /** The abort of a request, wherever it is. */
        record Abort(SentRequest sent, String text) implements Item {}
    }

    private final Mutex lock = new Mutex();
    private final Condition hasItems = lock.newCondition();
    private final Condition hasRoom = lock.newCondition();
    private final Deque<Item> items = new ArrayDeque<>();
    private long bytes;
    private @Nullable String closed;

    /**
     * Adds something, once there is room. Does not react to interrupts: the end of a request must
     * be told even by a thread that is interrupted, and the wait is short.
     *
     * @throws CallException {@code UNAVAILABLE} if it is closed
     */
    void add(Item item) {
        try (Registration held = lock.hold()) {
            while (closed == null && !hasRoomFor(item)) {
                hasRoom.awaitUninterruptibly();
            }
            put(item);
        }
    }

    /**
     * Adds a request, once there is room.
     *
     * @throws CallException {@code UNAVAILABLE} if it is closed, {@code ABORTED} if this thread is
     *     interrupted, as it is when the request ends; the request is not sent then
     */
    void addRequest(Item.Request request) {
        try (Registration held = lock.hold()) {
            while (closed == null && !hasRoomFor(request)) {
                hasRoom.await();
            }
            put(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "interrupted while sending");
        }
    }

    private void put(Item item) {
        if (closed != null) {
            throw new CallException(ErrorCode.UNAVAILABLE, closed);
        }
        items.add(item);
        bytes += item.size();
        hasItems.signal();
    }

    private boolean hasRoomFor(Item item) {
        return items.isEmpty() || (items.size() < MAX_ITEMS && bytes + item.size() <= MAX_BYTES);
    }

    /** Waits for something to write; empty when closed. */
    List<Item> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (closed == null && items.isEmpty()) {
                hasItems.await();
            }
            List<Item> batch = new ArrayList<>(Math.min(BATCH, items.size()));
            while (closed == null && batch.size() < BATCH && !items.isEmpty()) {
                Item item = items.remove();
                bytes -= item.size();
                batch.add(item);
            }
            hasRoom.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Drops everything, and refuses more. */
    void close(String reason) {
        try (Registration held = lock.hold()) {
            closed = reason;
            items.clear();
            hasItems.signalAll();
            hasRoom.signalAll();
        }
    }
}
