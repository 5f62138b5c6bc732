package dev.alkdev.operations.http;

import dev.alkdev.operations.ByteBudget;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that one request keeps in memory, taken from the registry's budget before they are
 * there. Small requests may use all of it, large ones its bulk. Threads may share it.
 */
public final class HeldBytes {
    /** A request that holds no more than this counts as small. */
    private static final long SMALL_REQUEST = 64 * 1024;

    private final ByteBudget budget;
    private final AtomicLong small = new AtomicLong();
    private final AtomicLong large = new AtomicLong();

    public HeldBytes(ByteBudget budget) {
        this.budget = budget;
    }

    /** Takes so many bytes more; false if there is no room for them. */
    public boolean tryTake(long bytes) {
        if (small.get() + large.get() + bytes <= SMALL_REQUEST) {
            if (!budget.tryAcquire(bytes)) {
                return false;
            }
            small.addAndGet(bytes);
            return true;
        }
        if (!budget.bulk().tryAcquire(bytes)) {
            return false;
        }
        large.addAndGet(bytes);
        return true;
    }

    /**
     * Takes so many bytes more.
     *
     * @throws Refusal 503 if there is no room for them
     */
    public void take(long bytes) {
        if (!tryTake(bytes)) {
            throw Refusal.overloaded("the server has no memory left for this request");
        }
    }

    /** Gives everything back. */
    public void release() {
        budget.release(small.getAndSet(0));
        budget.bulk().release(large.getAndSet(0));
    }
}
