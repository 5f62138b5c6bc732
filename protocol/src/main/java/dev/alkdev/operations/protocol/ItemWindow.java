package dev.alkdev.operations.protocol;

import org.jspecify.annotations.Nullable;

/**
 * How many items of a stream may be under way unread. One that the caller chose stays as it is.
 * Else it grows while the reader waits for items that come fast, since the sender is held up by it
 * then, and stays within so many bytes.
 */
final class ItemWindow {
    private static final int MOST_ITEMS = 1_024;
    private static final int MOST_BYTES = 1 << 20;

    /** A reader that takes longer for half a window gains nothing by a larger one. */
    private static final long FAST_MILLIS = 250;

    private final boolean fixed;
    private volatile int size;
    private volatile int largest;
    private int unacknowledged;
    private boolean starved;
    private long lastCredit;

    /**
     * A window.
     *
     * @param chosen by the caller; null for the default, which adapts itself
     */
    ItemWindow(@Nullable Integer chosen) {
        this.fixed = chosen != null;
        this.size = chosen == null ? PendingRequests.DEFAULT_WINDOW : chosen;
    }

    int size() {
        return size;
    }

    /** An item was received. For one thread at a time. */
    void came(int bytes) {
        if (bytes > largest) {
            largest = bytes;
        }
    }

    /** The reader has to wait. */
    void starved() {
        starved = true;
    }

    /**
     * The reader has read items: how much credit to send, half a window at a time, so that the
     * sender need not stop and credits stay few; 0 for none yet.
     */
    int read(int items, long now) {
        unacknowledged += items;
        if (unacknowledged < (size + 1) / 2) {
            return 0;
        }
        int before = size;
        size = fixed ? before : adapted(before, starved && now - lastCredit < FAST_MILLIS);
        starved = false;
        lastCredit = now;
        int credit = unacknowledged + size - before;
        unacknowledged = Math.min(credit, 0);
        return Math.max(credit, 0);
    }

    private int adapted(int before, boolean tooSmall) {
        int bytes = largest;
        if (bytes == 0) {
            return before;
        }
        int most = Math.clamp(MOST_BYTES / bytes, PendingRequests.DEFAULT_WINDOW, MOST_ITEMS);
        return Math.min(tooSmall ? 2 * before : before, most);
    }
}
