package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.LongFunction;

/**
 * The latest events of something, numbered from 1. Any number of readers follow it, each with the
 * number it had last, so that a slow reader costs nothing; one that is too slow is told what it
 * missed. Threads may share it.
 */
final class EventLog<E> implements AutoCloseable {
    private final Mutex lock = new Mutex();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Numbered<E>> kept = new ArrayDeque<>();
    private final int capacity;
    private long last;
    private boolean closed;

    /** An event with its number. */
    record Numbered<E>(long sequence, E event) {}

    EventLog(int capacity) {
        this.capacity = capacity;
    }

    /** Appends the event that is made for the next number. */
    E append(LongFunction<E> event) {
        try (Registration held = lock.hold()) {
            E made = event.apply(last + 1);
            last++;
            kept.addLast(new Numbered<>(last, made));
            if (kept.size() > capacity) {
                kept.removeFirst();
            }
            changed.signalAll();
            return made;
        }
    }

    /** The number of the latest event; 0 if there was none. */
    long last() {
        try (Registration held = lock.hold()) {
            return last;
        }
    }

    /**
     * Waits for the event after this number.
     *
     * @return empty if there was none in that time, or if the log is closed
     * @throws GoneException if it is not kept any more, or the number comes from another log: one
     *     that was here before a restart, and had more events
     */
    Optional<Numbered<E>> after(long sequence, Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            if (!closed && sequence > last) {
                throw new GoneException(oldest());
            }
            while (!closed && last <= sequence && left > 0) {
                left = changed.awaitNanos(left);
            }
            return closed || last <= sequence ? Optional.empty() : Optional.of(kept(sequence + 1));
        } finally {
            lock.unlock();
        }
    }

    private Numbered<E> kept(long sequence) {
        long oldest = oldest();
        if (sequence < oldest) {
            throw new GoneException(oldest);
        }
        return kept.stream().skip(sequence - oldest).findFirst().orElseThrow();
    }

    /** That of the first event to come if there was none. */
    private long oldest() {
        return kept.isEmpty() ? last + 1 : kept.getFirst().sequence();
    }

    boolean isClosed() {
        try (Registration held = lock.hold()) {
            return closed;
        }
    }

    /** Sends all readers away. */
    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            closed = true;
            changed.signalAll();
        }
    }

    /** The longest time anybody waits. */
    static Duration forEver() {
        return Duration.ofNanos(TimeUnit.DAYS.toNanos(36_500));
    }

    /** The event a reader asks for next is not kept any more. */
    static final class GoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final long oldest;

        private GoneException(long oldest) {
            super("the oldest event that is kept is " + oldest);
            this.oldest = oldest;
        }

        long oldest() {
            return oldest;
        }
    }
}
