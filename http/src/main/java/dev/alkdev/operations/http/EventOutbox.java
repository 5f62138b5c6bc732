package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * The events that wait to be written. While there are any, a virtual thread writes them, all that
 * wait at once, so that many small ones are one write; who adds them waits while there are enough,
 * or the budget has no room for more than one event. Without events it keeps neither thread nor
 * bytes. Threads share it.
 */
public final class EventOutbox {
    private static final int ENOUGH = 64 * 1024;

    /** Stands for the end of all events. */
    private static final EventBytes END = new EventBytes();

    /** How often is looked for room that others have made. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

    private final Mutex lock = new Mutex();
    private final Condition writable = lock.newCondition();
    private final OutputStream out;
    private final ByteBudget budget;
    private final Consumer<@Nullable Throwable> written;
    private @Nullable EventBytes waiting;
    private @Nullable EventBytes taken;
    private long lastWeight = 1;
    private long heldWaiting;
    private long heldTaken;
    private boolean writing;
    private boolean ended;

    /**
     * An empty one.
     *
     * @param budget for what waits
     * @param written is told once, by the thread that writes: that all was written after the end,
     *     or why no more can be
     */
    public EventOutbox(OutputStream out, ByteBudget budget, Consumer<@Nullable Throwable> written) {
        this.out = out;
        this.budget = budget;
        this.written = written;
    }

    /**
     * Sends what comes before the first event, such as headers. On the thread that writes: the one
     * that calls may be interrupted at any time, which breaks a connection if it writes just then.
     */
    public void open() {
        try (Registration held = lock.hold()) {
            if (!ended && !writing) {
                writing = true;
                Thread.ofVirtual().name("operations-events").start(this::openAndWrite);
            }
        }
    }

    /**
     * Adds an event, waiting for room.
     *
     * @param event adds its bytes
     * @throws CallException {@code ABORTED} after the end, when none are written any longer
     */
    public void put(Consumer<EventBytes> event) throws InterruptedException {
        try (Registration held = lock.hold()) {
            while (!ended && waiting != null && waiting.size() >= ENOUGH) {
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
                    throw new CallException(
                            ErrorCode.ABORTED, "nobody reads the stream any longer");
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
    public boolean offer(Consumer<EventBytes> event) {
        try (Registration held = lock.hold()) {
            if (ended || (waiting != null && waiting.size() >= ENOUGH)) {
                return false;
            }
            add(event);
            return true;
        }
    }

    /** Adds an event if nothing waits and nobody writes, and so without waiting. */
    public void putIfIdle(Consumer<EventBytes> event) {
        try (Registration held = lock.hold()) {
            if (!ended && !writing) {
                add(event);
            }
        }
    }

    private void add(Consumer<EventBytes> event) {
        EventBytes bytes = waiting == null ? new EventBytes() : waiting;
        int before = bytes.size();
        try {
            event.accept(bytes);
        } catch (RuntimeException | StackOverflowError e) {
            bytes.truncate(before);
            throw e;
        }
        waiting = bytes;
        // What grows by doubling may be half empty.
        lastWeight = Math.max(1, 2L * (bytes.size() - before));
        budget.force(lastWeight);
        heldWaiting += lastWeight;
        if (!writing && bytes.size() > 0) {
            writing = true;
            Thread.ofVirtual().name("operations-events").start(this::write);
        }
    }

    /** Nothing more comes after what waits and this last event. Only the first end counts. */
    public void end(Consumer<EventBytes> last) {
        try (Registration held = lock.hold()) {
            if (ended) {
                return;
            }
            add(last);
            ended = true;
            writable.signalAll();
            if (writing) {
                return;
            }
            drop();
        }
        written.accept(null);
    }

    private void openAndWrite() {
        try {
            out.flush();
        } catch (Throwable gone) {
            breakOff();
            written.accept(gone);
            return;
        }
        write();
    }

    private void write() {
        EventBytes events = take();
        try {
            while (events != null && events != END) {
                events.writeTo(out);
                out.flush();
                events = take();
            }
        } catch (Throwable gone) {
            breakOff();
            written.accept(gone);
            return;
        }
        if (events == END) {
            written.accept(null);
        }
    }

    /** All that waits; null if there is nothing, {@link #END} if there will be nothing more. */
    private @Nullable EventBytes take() {
        try (Registration held = lock.hold()) {
            EventBytes next = waiting;
            if (next == null || next.size() == 0) {
                drop();
                writing = ended;
                return ended ? END : null;
            }
            EventBytes empty = taken;
            if (empty != null) {
                empty.clear();
            }
            waiting = empty;
            taken = next;
            budget.release(heldTaken);
            heldTaken = heldWaiting;
            heldWaiting = 0;
            writable.signalAll();
            return next;
        }
    }

    private void breakOff() {
        try (Registration held = lock.hold()) {
            ended = true;
            drop();
            writable.signalAll();
        }
    }

    private void drop() {
        budget.release(heldWaiting + heldTaken);
        heldWaiting = 0;
        heldTaken = 0;
        if (waiting != null) {
            waiting.release();
        }
        if (taken != null) {
            taken.release();
        }
        waiting = null;
        taken = null;
    }
}
