package dev.alkdev.operations.hub;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Appends lines to a file. A thread of its own writes what came within a moment, so that many lines
 * are one write and no call waits for the disk, unless the disk falls far behind. Threads share it.
 */
final class AuditFile implements Consumer<String>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);
    private static final int ENOUGH = 1024 * 1024;
    private static final Duration MOMENT = Duration.ofMillis(20);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition readable = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private final Condition full = lock.newCondition();
    private final Path file;
    private final Writer writer;
    private final Thread thread;
    private StringBuilder waiting = new StringBuilder();
    private boolean idle;
    private boolean closed;
    private boolean failed;

    /**
     * Opens a file for appending.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    AuditFile(Path file) {
        this.file = file;
        try {
            this.writer =
                    Files.newBufferedWriter(
                            file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("the audit file " + file + " cannot be written", e);
        }
        this.thread = Thread.ofVirtual().name("operations-audit").start(this::write);
    }

    @Override
    public void accept(String line) {
        lock.lock();
        try {
            while (waiting.length() > ENOUGH && !closed) {
                full.signal();
                writable.awaitUninterruptibly();
            }
            if (closed) {
                LOG.warn("The audit file {} is closed; a line is lost", file);
                return;
            }
            waiting.append(line).append('\n');
            if (idle) {
                readable.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void write() {
        StringBuilder lines = new StringBuilder();
        while (true) {
            lock.lock();
            try {
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
            } finally {
                lock.unlock();
            }
            append(lines);
            lines.setLength(0);
            rest();
        }
    }

    /** Lets lines come together; waking for each would cost more than writing it. */
    private void rest() {
        lock.lock();
        try {
            long left = MOMENT.toNanos();
            while (left > 0 && !closed && waiting.length() <= ENOUGH) {
                left = full.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void append(CharSequence lines) {
        try {
            writer.append(lines);
            writer.flush();
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.warn("The audit file {} cannot be written; lines are lost", file, e);
            }
            failed = true;
        }
    }

    /** Writes what waits. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            readable.signal();
            full.signal();
            writable.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join();
            writer.close();
        } catch (IOException e) {
            LOG.warn("The audit file {} could not be closed", file, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
