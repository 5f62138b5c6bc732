package dev.alkdev.operations.audit;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * Appends lines to a file. A thread of its own writes the lines of a moment together, so that many
 * lines are one write and no call waits for the disk, unless the disk falls far behind. Lines that
 * cannot be written are counted. Threads may share it.
 */
final class AuditFile implements Consumer<String>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);
    private static final int MAX_WAITING = 1024 * 1024;
    private static final Duration BATCH_DELAY = Duration.ofMillis(20);

    /** How long a call waits for a disk that is far behind, before its line is lost. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Mutex lock = new Mutex();
    private final Condition readable = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private final Condition full = lock.newCondition();
    private final Path file;
    private final AppendedFile target;
    private final Thread thread;
    private final AtomicLong lost = new AtomicLong();
    private List<byte[]> waiting = new ArrayList<>();
    private long bytes;
    private boolean idle;
    private boolean closed;
    private volatile boolean failed;

    /**
     * Opens a file for appending.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    AuditFile(Path file) {
        this(file, open(file));
    }

    AuditFile(Path file, AppendedFile target) {
        this.file = file;
        this.target = target;
        this.thread = Thread.ofVirtual().name("operations-audit").start(this::write);
    }

    private static AppendedFile open(Path file) {
        try {
            return new AppendedFile(file);
        } catch (IOException e) {
            String reason =
                    e instanceof NoSuchFileException ? "there is no such folder" : e.getMessage();
            throw new UncheckedIOException(
                    "the audit file " + file + " cannot be written: " + reason, e);
        }
    }

    @Override
    public void accept(String line) {
        // Outside of the lock, since it may fail for lack of memory.
        byte[] encoded = (line + '\n').getBytes(StandardCharsets.UTF_8);
        try (Registration held = lock.hold()) {
            if (!awaitRoom()) {
                if (lost.getAndIncrement() == 0) {
                    LOG.warn(
                            "The audit file {} is {}; lines are lost",
                            file,
                            closed ? "closed" : "too slow");
                }
                return;
            }
            waiting.add(encoded);
            bytes += encoded.length;
            if (idle) {
                readable.signal();
            }
        }
    }

    /** Waits while the disk is far behind; an interrupted call does not wait. */
    private boolean awaitRoom() {
        // A disk that has failed would hold up every call.
        long left = failed ? 0 : PATIENCE.toNanos();
        try {
            while (bytes > MAX_WAITING && !closed && left > 0) {
                full.signal();
                left = writable.awaitNanos(left);
            }
            if (left <= 0) {
                failed = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return bytes <= MAX_WAITING && !closed;
    }

    /** Writes until it is closed. An Error loses lines, and never ends this thread. */
    private void write() {
        boolean open = true;
        while (open) {
            try {
                open = writeNext();
            } catch (RuntimeException | Error e) {
                failQuietly(e);
            }
        }
    }

    /** Logging may fail for lack of memory, too. */
    private void failQuietly(Throwable reason) {
        try {
            fail(reason);
        } catch (RuntimeException | Error e) {
            failed = true;
        }
    }

    /** Whether more lines may follow. */
    private boolean writeNext() {
        List<byte[]> lines = take();
        if (lines.isEmpty()) {
            return false;
        }
        try {
            target.append(lines);
            if (failed) {
                LOG.warn("The audit file {} can be written again; {} lines are lost", file, lost);
            }
            failed = false;
        } catch (IOException | RuntimeException | Error e) {
            lost.addAndGet(target.removeHalfLine(lines));
            fail(e);
        }
        rest();
        return true;
    }

    private void fail(Throwable reason) {
        if (!failed) {
            failed = true;
            LOG.warn("The audit file {} cannot be written; lines are lost", file, reason);
        }
    }

    /** Waits for lines; empty when it is closed. */
    private List<byte[]> take() {
        List<byte[]> next = new ArrayList<>();
        try (Registration held = lock.hold()) {
            idle = true;
            while (waiting.isEmpty() && !closed) {
                readable.awaitUninterruptibly();
            }
            idle = false;
            List<byte[]> lines = waiting;
            waiting = next;
            bytes = 0;
            writable.signalAll();
            return lines;
        }
    }

    /** Collects lines to write them together; waking for each would cost more than writing it. */
    private void rest() {
        lock.lock();
        try {
            long left = BATCH_DELAY.toNanos();
            while (left > 0 && !closed && bytes <= MAX_WAITING) {
                left = full.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
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
            if (!thread.join(PATIENCE)) {
                LOG.warn("The audit file {} takes no more lines; the last ones are lost", file);
            }
            target.close();
        } catch (IOException e) {
            LOG.warn("The audit file {} could not be closed", file, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
