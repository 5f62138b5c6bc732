package dev.alkdev.operations;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides which of many similar log lines are written: the first of each cause, and then one
 * whenever there are ten times as many, with their number. For what a peer or a caller can repeat
 * at will, who would fill the log otherwise. Threads may share it.
 *
 * <pre>{@code
 * long times = COUNTER.due(peer);
 * if (times > 0) {
 *     LOG.warn("Dropped a malformed event from {} ({} so far)", peer, times);
 * }
 * }</pre>
 */
public final class LogCounter {
    private static final int FACTOR = 10;
    private static final int MOST_CAUSES = 1_000;
    private static final int LONGEST_CAUSE = 500;
    private static final String OTHERS = "";

    private final ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();

    /** The events of one cause. */
    private static final class Count {
        private final AtomicLong sum = new AtomicLong();
        private final AtomicLong next = new AtomicLong(1);

        long due() {
            long now = sum.incrementAndGet();
            long due = next.get();
            return now >= due && next.compareAndSet(due, due * FACTOR) ? now : 0;
        }
    }

    /**
     * Counts one more event.
     *
     * @param cause what makes it similar to others; those beyond a thousand are counted together
     * @return how many of this cause there are if it is time to write a line, otherwise 0
     */
    public long due(String cause) {
        String key = cause.length() <= LONGEST_CAUSE ? cause : cause.substring(0, LONGEST_CAUSE);
        Count known = counts.get(key);
        if (known == null) {
            String kept = counts.size() < MOST_CAUSES ? key : OTHERS;
            known = counts.computeIfAbsent(kept, any -> new Count());
        }
        return known.due();
    }
}
