package dev.alkdev.operations.protocol;

import dev.alkdev.operations.base.ByteBudget;

/**
 * The bytes of items that arrived for a slow reader. Acquires them from a budget in large steps,
 * which costs less than one acquisition for each item. For one thread at a time.
 */
final class UnreadBytes {
    /** Held without acquiring, so that small items arrive even if the budget is used up. */
    private static final long FREE = 4 << 10;

    private static final long STEP = 64 << 10;

    private final ByteBudget budget;
    private long held;
    private long acquired;

    UnreadBytes(ByteBudget budget) {
        this.budget = budget.bulk();
    }

    /** Adds bytes if there is room for them; whether there was. */
    boolean add(long bytes) {
        long needed = needed(held + bytes);
        if (needed > acquired) {
            if (!budget.tryAcquire(needed - acquired)) {
                return false;
            }
            acquired = needed;
        }
        held += bytes;
        return true;
    }

    void remove(long bytes) {
        held -= bytes;
        long needed = needed(held);
        if (needed < acquired) {
            budget.release(acquired - needed);
            acquired = needed;
        }
    }

    long held() {
        return held;
    }

    private static long needed(long bytes) {
        return bytes <= FREE ? 0 : (bytes + STEP - 1) / STEP * STEP;
    }
}
