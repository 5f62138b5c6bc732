package dev.alkdev.operations.audit;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * Appends lines to a file. A thread of its own writes what came within a moment, so that many lines
 * are one write and no call waits for the disk, unless the disk falls far behind. Lines that cannot
 * be written are counted, and none stays half-written. Threads share it.
 */
final class AuditFile implements Consumer<String>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);
    private static final int MAX_WAITING = 1024 * 1024;
    private static final Duration BATCH_DELAY = Duration.ofMillis(20);

    private final Mutex lock = new Mutex();
    private final Condition readable = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private final Condition full = lock.newCondition();
    private final Path file;
    private final FileChannel channel;
    private final Thread thread;
    private StringBuilder waiting = new StringBuilder();
    private boolean idle;
    private boolean closed;
    private final AtomicLong lost = new AtomicLong();
    private volatile boolean failed;

    /**
     * Opens a file for appending.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    AuditFile(Path file) {
        this.file = file;
        try {
            this.channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("the audit file " + file + " cannot be written", e);
        }
        this.thread = Thread.ofVirtual().name("operations-audit").start(this::write);
    }

    @Override
    public void accept(String line) {
        try (Registration held = lock.hold()) {
            while (waiting.length() > MAX_WAITING && !closed) {
                full.signal();
                writable.awaitUninterruptibly();
            }
            if (closed) {
                if (lost.getAndIncrement() == 0) {
                    LOG.warn("The audit file {} is closed; lines are lost", file);
                }
                return;
            }
            waiting.append(line).append('\n');
            if (idle) {
                readable.signal();
            }
        }
    }

    private void write() {
        StringBuilder lines = new StringBuilder();
        while (true) {
            try (Registration held = lock.hold()) {
                idle = true;
                while (waiting.isEmpty() && !closed) {
                    readable.awaitUninterruptibly();
                }
                idle = false;
                if (waiting.isEmpty()) {
                    return;
                }
                StringBuilder written = lines;
                lines = waiting;
                waiting = written;
                writable.signalAll();
            }
            append(lines);
            // A long input must not keep its room for ever.
            lines = lines.capacity() > 4 * MAX_WAITING ? new StringBuilder() : lines;
            lines.setLength(0);
            rest();
        }
    }

    /** Collects lines to write them together; waking for each would cost more than writing it. */
    private void rest() {
        lock.lock();
        try {
            long left = BATCH_DELAY.toNanos();
            while (left > 0 && !closed && waiting.length() <= MAX_WAITING) {
                left = full.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void append(StringBuilder lines) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(lines));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (failed) {
                LOG.warn("The audit file {} can be written again; {} lines are lost", file, lost);
            }
            failed = false;
        } catch (IOException e) {
            lost.addAndGet(cutHalfLine(bytes));
            if (!failed) {
                LOG.warn("The audit file {} cannot be written; lines are lost", file, e);
            }
            failed = true;
        }
    }

    /**
     * Takes the beginning of a line away of which the rest could not be written.
     *
     * @return how many lines are lost
     */
    private long cutHalfLine(ByteBuffer bytes) {
        int written = bytes.position();
        int half = written;
        while (half > 0 && bytes.get(half - 1) != '\n') {
            half--;
        }
        try {
            if (half < written) {
                channel.truncate(channel.size() - (written - half));
            }
        } catch (IOException e) {
            LOG.debug("The audit file {} keeps half a line", file, e);
        }
        long missing = 0;
        for (int at = half; at < bytes.limit(); at++) {
            missing += bytes.get(at) == '\n' ? 1 : 0;
        }
        return missing;
    }

    /** How many lines could not be written since the file was opened. */
    long lost() {
        return lost.get();
    }

    /** Whether the last lines could not be written. */
    boolean isFailed() {
        return failed;
    }

    /** Writes what waits. */
    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            closed = true;
            readable.signal();
            full.signal();
            writable.signalAll();
        }
        try {
            thread.join();
            channel.close();
        } catch (IOException e) {
            LOG.warn("The audit file {} could not be closed", file, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
