package dev.alkdev.operations.base;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;

/**
 * Bounds the bytes in flight: what was received but not handled, or made but not read yet. Whoever
 * keeps such bytes acquires them first and releases them when they are gone. Without waiting it
 * costs one atomic operation. Threads share it.
 *
 * <p>What JSON takes in memory is estimated by {@link #weight} and {@link #weightOfText}.
 */
public final class ByteBudget {
    /** A request that takes no more counts as small, and may use the whole budget. */
    public static final int SMALL_REQUEST = 64 * 1024;

    private static final ByteBudget UNLIMITED = new ByteBudget(Long.MAX_VALUE, null);

    /** The memory of an object without anything in it, a little more than a JVM needs. */
    private static final int NODE = 24;

    private static final int CONTAINER = 64;
    private static final int ELEMENT = 8;
    private static final int ENTRY = 40;
    private static final int TEXT = 56;

    /** Deeper trees are not followed: a wrong estimate is better than an overflowing stack. */
    private static final int MAX_DEPTH = 1_000;

    private final long limit;
    private final @Nullable ByteBudget parent;
    private final @Nullable ByteBudget bulk;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refused = new LongAdder();
    private final Mutex lock = new Mutex();
    private final Condition released = lock.newCondition();
    private final AtomicInteger waiting = new AtomicInteger();

    private ByteBudget(long limit, @Nullable ByteBudget parent) {
        this.limit = limit;
        this.parent = parent;
        boolean divisible = parent == null && limit != Long.MAX_VALUE;
        this.bulk = divisible ? new ByteBudget(limit - limit / 4, this) : null;
    }

    /** A budget without a limit, which does not keep account of bytes. */
    public static ByteBudget unlimited() {
        return UNLIMITED;
    }

    /** A budget of so many bytes. */
    public static ByteBudget of(long bytes) {
        return new ByteBudget(positive(bytes), null);
    }

    /**
     * The three quarters of this budget that are for what may be large or wait for long: long
     * bodies, unread answers, items ahead of their readers. What is taken from it counts here, too;
     * the rest is left to small and quick requests, so that they are served meanwhile.
     */
    public ByteBudget bulk() {
        return bulk == null ? this : bulk;
    }

    /**
     * Where so many bytes of a request are taken from: the whole if they are few, else the bulk.
     */
    public ByteBudget part(long bytes) {
        return bytes > SMALL_REQUEST ? bulk() : this;
    }

    private static long positive(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a budget should be at least 1 byte, not " + bytes);
        }
        return bytes;
    }

    /** Takes so many bytes if there is room for them; whether there was. */
    public boolean tryAcquire(long bytes) {
        if (take(bytes)) {
            return true;
        }
        refused.increment();
        return false;
    }

    /**
     * As {@link #tryAcquire}, for callers that stop reading and retry later: nothing is refused, so
     * no refusal is counted.
     */
    public boolean poll(long bytes) {
        return take(bytes);
    }

    private boolean take(long bytes) {
        if (limit == Long.MAX_VALUE) {
            return true;
        }
        // Looked at first, so that a request the whole has no room for leaves this part alone.
        if (parent != null && !parent.hasRoom(bytes, parent.used.get())) {
            return false;
        }
        if (!takeHere(bytes)) {
            return false;
        }
        if (parent == null || parent.take(bytes)) {
            return true;
        }
        used.addAndGet(-bytes);
        // Another thread may have seen this part without room in between.
        whole().tellWaiting();
        return false;
    }

    /** Never exceeds the limit, not even for a moment: small requests would be refused then. */
    private boolean takeHere(long bytes) {
        long now = used.get();
        while (hasRoom(bytes, now)) {
            long seen = used.compareAndExchange(now, now + bytes);
            if (seen == now) {
                return true;
            }
            now = seen;
        }
        return false;
    }

    private boolean hasRoom(long bytes, long now) {
        return bytes <= limit - now;
    }

    private ByteBudget whole() {
        return parent == null ? this : parent.whole();
    }

    /**
     * Takes so many bytes, waiting for room. For those who can hold back where bytes come from.
     *
     * @return false if there was no room for so long
     */
    public boolean acquire(long bytes, Duration patience) throws InterruptedException {
        if (take(bytes)) {
            return true;
        }
        boolean taken = await(bytes, patience.toNanos());
        if (!taken) {
            refused.increment();
        }
        return taken;
    }

    /** At the whole, since room in a part is always made there, too. */
    private boolean await(long bytes, long nanos) throws InterruptedException {
        ByteBudget whole = whole();
        whole.lock.lockInterruptibly();
        // Counted before the next look, so that whoever makes room afterwards will tell.
        whole.waiting.incrementAndGet();
        try {
            long left = nanos;
            while (!take(bytes)) {
                if (left <= 0) {
                    return false;
                }
                left = whole.released.awaitNanos(left);
            }
            return true;
        } finally {
            whole.waiting.decrementAndGet();
            whole.lock.unlock();
        }
    }

    /** Takes bytes that exist already, even if there is no room for them. */
    public void force(long bytes) {
        if (limit != Long.MAX_VALUE) {
            used.addAndGet(bytes);
            if (parent != null) {
                parent.force(bytes);
            }
        }
    }

    /** Gives back bytes that were taken. */
    public void release(long bytes) {
        if (limit == Long.MAX_VALUE || bytes == 0) {
            return;
        }
        used.addAndGet(-bytes);
        if (parent == null) {
            tellWaiting();
        } else {
            parent.release(bytes);
        }
    }

    private void tellWaiting() {
        // Who waits has the lock while it looks, and would otherwise wake itself for ever.
        if (waiting.get() > 0 && !lock.isHeldByCurrentThread()) {
            try (Registration held = lock.hold()) {
                released.signalAll();
            }
        }
    }

    /** How many bytes it bounds; {@link Long#MAX_VALUE} if none. */
    public long limit() {
        return limit;
    }

    /** How many bytes are taken now. */
    public long used() {
        return Math.max(0, used.get());
    }

    /** How often there was no room. */
    public long refused() {
        return refused.sum();
    }

    /** About how many bytes a JSON tree takes in memory. Linear in the number of its nodes. */
    public static long weight(JsonNode json) {
        return weight(json, 0);
    }

    /**
     * About how many bytes the tree will take that JSON text becomes, text included. Only
     * punctuation is looked at, so that it can be known before anything is parsed.
     */
    public static long weightOfText(byte[] json) {
        long values = 1;
        long containers = 0;
        for (byte each : json) {
            switch (each) {
                case ',', ':' -> values++;
                case '[', '{' -> containers++;
                default -> {}
            }
        }
        return 2L * json.length + values * (NODE + ELEMENT) + containers * CONTAINER;
    }

    private static long weight(JsonNode json, int depth) {
        if (json instanceof StringNode text) {
            return TEXT + (long) text.stringValue().length();
        }
        if (!json.isContainer() || depth == MAX_DEPTH) {
            return json.isBinary() ? NODE + (long) json.binaryValue().length : NODE;
        }
        long sum = CONTAINER;
        if (json.isArray()) {
            for (int i = 0; i < json.size(); i++) {
                sum += ELEMENT + weight(json.get(i), depth + 1);
            }
            return sum;
        }
        for (var property : json.properties()) {
            sum += ENTRY + property.getKey().length() + weight(property.getValue(), depth + 1);
        }
        return sum;
    }
}
