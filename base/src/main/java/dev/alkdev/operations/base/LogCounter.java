package dev.alkdev.operations.base;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Decides which of many similar log lines are written: the first of each cause, and then one
 * whenever there are ten times as many, with their number. After a quiet minute a cause begins
 * anew. For what a peer or a caller can repeat at will, who would fill the log otherwise. Threads
 * may share it.
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
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
    private static final String OTHERS = "";

    private final ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    private final AtomicLong cleaned;

    public LogCounter() {
        this(System::nanoTime);
    }

    LogCounter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.cleaned = new AtomicLong(nanoTime.getAsLong());
    }

    /** The events of one cause since it was last quiet. */
    private static final class Count {
        private final Mutex lock = new Mutex();
        private long sum;
        private long next = 1;
        private long last;

        boolean isQuiet(long now) {
            try (Registration held = lock.hold()) {
                return now - last > QUIET_NANOS;
            }
        }

        long due(long now) {
            try (Registration held = lock.hold()) {
                if (now - last > QUIET_NANOS) {
                    sum = 0;
                    next = 1;
                }
                last = now;
                if (++sum < next) {
                    return 0;
                }
                next *= FACTOR;
                return sum;
            }
        }
    }

    /**
     * Counts one more event.
     *
     * @param cause what makes it similar to others; those beyond a thousand are counted together
     * @return how many of this cause there are if it is time to write a line, otherwise 0
     */
    public long due(String cause) {
        String key = key(cause);
        long now = nanoTime.getAsLong();
        Count known = counts.get(key);
        if (known == null) {
            String kept = hasRoom(now) ? key : OTHERS;
            Count fresh = new Count();
            Count raced = counts.putIfAbsent(kept, fresh);
            known = raced == null ? fresh : raced;
        }
        return known.due(now);
    }

    /** Forgets quiet causes if there are too many, but looks for them only now and then. */
    private boolean hasRoom(long now) {
        if (counts.size() < MOST_CAUSES) {
            return true;
        }
        long before = cleaned.get();
        if (now - before > QUIET_NANOS && cleaned.compareAndSet(before, now)) {
            counts.values().removeIf(count -> count.isQuiet(now));
        }
        return counts.size() < MOST_CAUSES;
    }

    /** Begins a cause anew, for a line that was due and could not be written. */
    public void forget(String cause) {
        counts.remove(key(cause));
    }

    private static String key(String cause) {
        return cause.length() <= LONGEST_CAUSE ? cause : cause.substring(0, LONGEST_CAUSE);
    }
}
