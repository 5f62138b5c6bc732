package dev.alkdev.operations.http;

import dev.alkdev.operations.ByteBudget;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The events that wait to be written. All that wait are taken at once, so that many small ones are
 * one write; who adds them waits while there are enough, or the budget has no room for more than
 * one event. One thread takes.
 */
final class EventOutbox {
    private static final int ENOUGH = 64 * 1024;

    /** How often is looked for room that others have made. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition readable = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private EventBytes waiting = new EventBytes();
    private EventBytes taken = new EventBytes();
    private final ByteBudget budget;
    private long heldWaiting;
    private long heldTaken;
    private boolean ended;

    EventOutbox(ByteBudget budget) {
        this.budget = budget;
    }

    /** Adds events, waiting for room; false after the end, when none are written any longer. */
    boolean put(EventBytes events) throws InterruptedException {
        lock.lock();
        try {
            while (waiting.size() >= ENOUGH && !ended) {
                writable.await();
            }
            while (!ended && !isPaidFor(events)) {
                writable.awaitNanos(LOOK);
            }
            if (!ended) {
                heldWaiting += weight(events);
                waiting.write(events);
                readable.signal();
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /** Whoever has nothing to write always gets the next event. */
    private boolean isPaidFor(EventBytes events) {
        if (waiting.size() == 0) {
            budget.force(weight(events));
            return true;
        }
        return budget.poll(weight(events));
    }

    /** What grows by doubling may be half empty. */
    private static long weight(EventBytes events) {
        return 2L * events.size();
    }

    /** Gives back what the events took; none are read any longer. */
    void release() {
        lock.lock();
        try {
            ended = true;
            budget.release(heldWaiting + heldTaken);
            heldWaiting = 0;
            heldTaken = 0;
            writable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more comes after what waits and these last events. */
    void end(EventBytes last) {
        lock.lock();
        try {
            if (!ended) {
                waiting.write(last);
                ended = true;
                readable.signal();
                writable.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for events.
     *
     * @return empty if none came for so long; null after the end; to be read before the next call
     */
    @Nullable EventBytes take(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (waiting.size() == 0 && !ended && left > 0) {
                left = readable.awaitNanos(left);
            }
            if (waiting.size() == 0 && ended) {
                return null;
            }
            EventBytes next = waiting;
            taken.clear();
            waiting = taken;
            taken = next;
            budget.release(heldTaken);
            heldTaken = heldWaiting;
            heldWaiting = 0;
            writable.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }
}
