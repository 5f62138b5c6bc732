package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of one response of Redis. All links of the process share two budgets: one for batches
 * of entries, and one for a single large entry at a time. Threads may share it.
 */
final class ReadMemory {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** Exceeds the largest entry that a participant writes: the content of an outbox. */
    private static final long LARGEST_ENTRY = 24L << 20;

    private static final ByteBudget BATCHES = ByteBudget.of(HEAP / 16);
    private static final ByteBudget ENTRY = ByteBudget.of(Math.max(LARGEST_ENTRY, HEAP / 16));
    private static final Mutex ENTRY_LOCK = new Mutex();

    private final ByteBudget budget;
    private final AtomicLong taken = new AtomicLong();
    private volatile boolean exhausted;
    private volatile boolean released;

    private ReadMemory(ByteBudget budget) {
        this.budget = budget;
    }

    static ReadMemory ofBatch() {
        return new ReadMemory(BATCHES);
    }

    /** For commands with responses of limited size. */
    static ReadMemory unlimited() {
        return new ReadMemory(ByteBudget.unlimited());
    }

    /** For one large entry; requires {@link #lockEntry()}. */
    static ReadMemory ofEntry() {
        return new ReadMemory(ENTRY);
    }

    /** Waits until no other thread reads a large entry. Close the returned handle to release it. */
    static Registration lockEntry() {
        return ENTRY_LOCK.hold();
    }

    /** Takes memory. After the first failure all others fail, so that no gaps go unnoticed. */
    boolean tryTake(long bytes) {
        if (exhausted || !budget.poll(bytes)) {
            exhausted = true;
            return false;
        }
        taken.addAndGet(bytes);
        if (released) {
            // The connection was closed during the response.
            release();
        }
        return true;
    }

    /** Returns the memory after the response was processed. */
    void release() {
        released = true;
        budget.release(taken.getAndSet(0));
    }
}
