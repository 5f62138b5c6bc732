package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/**
 * The lines that a process did not read yet, bounded in bytes. A line can be withdrawn until the
 * writer takes it. Threads may share it.
 */
final class OutgoingLines {
    /** How often a thread that waits for room checks whether its call has ended. */
    private static final long CHECK = TimeUnit.MILLISECONDS.toNanos(100);

    private final Mutex lock = new Mutex();
    private final Condition changed = lock.newCondition();
    private final Deque<Line> lines = new ArrayDeque<>();
    private final long limit;
    private long bytes;
    private long writingSince;
    private boolean writing;
    private boolean closed;

    /**
     * An empty queue.
     *
     * @param limit how many bytes may wait; a single longer line may wait alone
     */
    OutgoingLines(long limit) {
        this.limit = limit;
    }

    /** A line in the queue. */
    final class Line {
        private final byte[] text;

        private Line(byte[] text) {
            this.text = text;
        }

        /** Removes the line; false if the writer has taken it. */
        boolean withdraw() {
            try (Registration held = lock.hold()) {
                if (!lines.remove(this)) {
                    return false;
                }
                bytes -= text.length;
                changed.signalAll();
                return true;
            }
        }
    }

    /**
     * Adds a line, and waits for room.
     *
     * @param ended whether to give up
     * @return null if the queue was closed, or waiting was given up
     */
    @Nullable Line put(byte[] text, BooleanSupplier ended) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && !hasRoom(text)) {
                if (ended.getAsBoolean()) {
                    return null;
                }
                changed.awaitNanos(CHECK);
            }
            return add(text);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a line if there is room; whether there was. */
    boolean offer(byte[] text) {
        try (Registration held = lock.hold()) {
            return hasRoom(text) && add(text) != null;
        }
    }

    private boolean hasRoom(byte[] text) {
        return lines.isEmpty() || bytes + text.length <= limit;
    }

    private @Nullable Line add(byte[] text) {
        if (closed) {
            return null;
        }
        Line line = new Line(text);
        lines.add(line);
        bytes += text.length;
        changed.signalAll();
        return line;
    }

    /** The next line for the writer, which has written the one before; null after the end. */
    byte @Nullable [] take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            writing = false;
            while (!closed && lines.isEmpty()) {
                changed.await();
            }
            Line next = lines.poll();
            if (next == null || closed) {
                return null;
            }
            bytes -= next.text.length;
            writing = true;
            writingSince = System.nanoTime();
            changed.signalAll();
            return next.text;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the process has not read for so long, although there is something to read. */
    boolean isStuck(Duration patience) {
        try (Registration held = lock.hold()) {
            return writing && System.nanoTime() - writingSince > patience.toNanos();
        }
    }

    boolean isEmpty() {
        try (Registration held = lock.hold()) {
            return lines.isEmpty();
        }
    }

    /** Drops all lines and ends the writer. */
    void close() {
        try (Registration held = lock.hold()) {
            closed = true;
            lines.clear();
            bytes = 0;
            changed.signalAll();
        }
    }
}
