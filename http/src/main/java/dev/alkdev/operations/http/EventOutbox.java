package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.JsonBytes;

import org.jspecify.annotations.Nullable;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The events that wait to be written. While there are any, a virtual thread writes them, all that
 * wait at once, so that many small ones are one write; who adds them waits while there are enough,
 * or the budget has no room for more than one event. Without events it keeps neither thread nor
 * bytes. Threads share it.
 */
public final class EventOutbox {
    private static final int HIGH_WATER_MARK = 64 * 1024;

    /** What has been larger is not kept for the next events. */
    private static final int LARGE = 128 * 1024;

    /** Marks the end of all events. */
    private static final JsonBytes END = new JsonBytes();

    /** A comment: it keeps the connection open and shows whether anybody is there. */
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    /** How often is looked for room that others have made. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

    private final Mutex lock = new Mutex();
    private final Condition writable = lock.newCondition();
    private final OutputStream out;
    private final ByteBudget budget;
    private final TimeSource time;
    private final Consumer<@Nullable Throwable> written;
    private @Nullable JsonBytes waiting;
    private @Nullable JsonBytes taken;
    private @Nullable Registration heartbeat;
    private long lastWeight = 1;
    private long lastAdded;
    private boolean writing;
    private boolean ended;

    /**
     * An empty one.
     *
     * @param registry has the clock, and the budget for what waits
     * @param written is told once, by the thread that writes: that all was written after the end,
     *     or why no more can be
     */
    public EventOutbox(
            OutputStream out, OperationRegistry registry, Consumer<@Nullable Throwable> written) {
        this.out = out;
        this.budget = registry.byteBudget().bulk();
        this.time = registry.time();
        this.written = written;
        this.lastAdded = time.millis();
    }

    /**
     * Sends what precedes the first event, such as headers. On the thread that writes: the one that
     * calls may be interrupted at any time, which breaks a connection if it writes just then.
     */
    public void open() {
        try (Registration held = lock.hold()) {
            if (!ended && !writing) {
                write(JsonBytes::new);
            }
        }
    }

    /**
     * Adds an event, waiting for room.
     *
     * @param event adds its bytes
     * @throws CallException {@code ABORTED} after the end, when none are written any longer
     */
    public void put(Consumer<JsonBytes> event) throws InterruptedException {
        try (Registration held = lock.hold()) {
            while (!ended && waiting != null && waiting.size() >= HIGH_WATER_MARK) {
                writable.await();
            }
            // Whoever has nothing to write always gets the next event.
            long paid = 0;
            while (!ended && paid == 0 && waiting != null && waiting.size() > 0) {
                if (budget.poll(lastWeight)) {
                    paid = lastWeight;
                } else {
                    writable.awaitNanos(LOOK);
                }
            }
            try {
                if (ended) {
                    throw new CallException(ErrorCode.ABORTED, "the client closed the stream");
                }
                add(event);
            } finally {
                budget.release(paid);
            }
        }
    }

    /**
     * Adds an event without waiting.
     *
     * @return false if so much waits already that nobody seems to read, or all has ended
     */
    public boolean offer(Consumer<JsonBytes> event) {
        try (Registration held = lock.hold()) {
            if (ended || (waiting != null && waiting.size() >= HIGH_WATER_MARK)) {
                return false;
            }
            add(event);
            return true;
        }
    }

    /** Sends a heartbeat if nothing waits and nobody writes, and so without waiting. */
    public void beat() {
        try (Registration held = lock.hold()) {
            if (!ended && !writing) {
                add(events -> events.raw(HEARTBEAT));
            }
        }
    }

    /** Sends a heartbeat whenever nothing was added for so long, until the end. */
    public void beatAfter(Duration silence) {
        try (Registration held = lock.hold()) {
            long now = time.millis();
            // The clock may have been set back.
            lastAdded = Math.min(lastAdded, now);
            Duration left = silence.minusMillis(now - lastAdded);
            if (!left.isPositive()) {
                beat();
                left = silence;
            }
            if (!ended) {
                heartbeat = time.schedule(left, () -> beatAfter(silence));
            }
        }
    }

    private void add(Consumer<JsonBytes> event) {
        JsonBytes bytes = waiting == null ? JsonBytes.take() : waiting;
        int before = bytes.size();
        try {
            event.accept(bytes);
        } catch (RuntimeException | StackOverflowError e) {
            bytes.truncate(before);
            throw e;
        }
        waiting = bytes;
        lastAdded = time.millis();
        lastWeight = Math.max(1, weight(bytes.size() - before));
        budget.force(weight(bytes.size() - before));
        if (!writing && bytes.size() > 0) {
            write(this::take);
        }
    }

    /** What grows by doubling may be half empty. */
    private static long weight(int size) {
        return 2L * size;
    }

    /** Ends the stream after the waiting events and this last one. Only the first end counts. */
    public void end(Consumer<JsonBytes> last) {
        try (Registration held = lock.hold()) {
            if (ended) {
                return;
            }
            add(last);
            stop();
            if (writing) {
                return;
            }
            drop();
        }
        written.accept(null);
    }

    private void write(Supplier<@Nullable JsonBytes> first) {
        writing = true;
        Thread.ofVirtual().name("operations-events").start(() -> write(first.get()));
    }

    private void write(@Nullable JsonBytes first) {
        JsonBytes events = first;
        try {
            while (events != null && events != END) {
                events.writeTo(out);
                out.flush();
                events = take();
            }
        } catch (Throwable gone) {
            try (Registration held = lock.hold()) {
                stop();
                drop();
            }
            written.accept(gone);
            return;
        }
        if (events == END) {
            written.accept(null);
        }
    }

    /** All that waits; null if there is nothing, {@link #END} if there will be nothing more. */
    private @Nullable JsonBytes take() {
        try (Registration held = lock.hold()) {
            JsonBytes next = waiting;
            if (next == null || next.size() == 0) {
                drop();
                writing = ended;
                return ended ? END : null;
            }
            JsonBytes empty = taken;
            if (empty != null) {
                budget.release(weight(empty.size()));
                empty = empty.size() > LARGE ? null : empty.truncate(0);
            }
            waiting = empty;
            taken = next;
            writable.signalAll();
            return next;
        }
    }

    private void stop() {
        ended = true;
        if (heartbeat != null) {
            heartbeat.close();
        }
        writable.signalAll();
    }

    private void drop() {
        release(waiting);
        release(taken);
        waiting = null;
        taken = null;
    }

    private void release(@Nullable JsonBytes events) {
        if (events != null) {
            budget.release(weight(events.size()));
            events.giveBack();
        }
    }
}
