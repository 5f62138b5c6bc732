package dev.alkdev.operations.hub;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Appends lines to a file, each at once. Threads share it. */
final class AuditFile implements Consumer<String>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Path file;
    private final BufferedWriter writer;
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
    }

    @Override
    public void accept(String line) {
        lock.lock();
        try {
            writer.write(line);
            writer.write('\n');
            writer.flush();
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.warn("The audit file {} cannot be written; lines are lost", file, e);
            }
            failed = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            writer.close();
        } catch (IOException e) {
            LOG.warn("The audit file {} could not be closed", file, e);
        } finally {
            lock.unlock();
        }
    }
}
