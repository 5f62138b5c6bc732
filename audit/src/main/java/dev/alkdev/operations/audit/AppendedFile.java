package dev.alkdev.operations.audit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The end of a file. It follows the path: if the file there is renamed or deleted, as rotation of
 * logs does, a new file takes the next lines. For one thread.
 */
class AppendedFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AppendedFile.class);
    private static final int CHUNK = 64 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Path path;
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
    private FileChannel channel;
    private @Nullable Object key;
    private @Nullable FutureTask<FileChannel> opening;
    private @Nullable Object openingKey;

    /** How many bytes of the present lines are in the file. */
    private long written;

    AppendedFile(Path path) throws IOException {
        this.path = path;
        this.channel = open();
        this.key = key();
    }

    /** Opens the file. The system may block, as for a pipe without a reader. */
    private FileChannel open() throws IOException {
        Object present = key();
        if (opening == null || !Objects.equals(present, openingKey)) {
            opening = new FutureTask<>(this::openChannel);
            openingKey = present;
            Thread.ofPlatform().daemon().name("operations-audit-open").start(opening);
        }
        try {
            FileChannel opened = opening.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            opening = null;
            return opened;
        } catch (ExecutionException e) {
            opening = null;
            throw e.getCause() instanceof IOException reason
                    ? reason
                    : new IOException("it cannot be opened", e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("it cannot be opened; if it is a pipe, it needs a reader", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private FileChannel openChannel() throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Identifies the file at the path; null if there is none, or the system has no such keys. */
    private @Nullable Object key() {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Appends lines.
     *
     * @throws IOException if they may be written in part; then call {@link #removeHalfLine}
     */
    void append(List<byte[]> lines) throws IOException {
        written = 0;
        if (!channel.isOpen() || !Files.exists(path) || !Objects.equals(key, key())) {
            channel.close();
            channel = open();
            key = key();
        }
        chunk.clear();
        for (byte[] line : lines) {
            for (int at = 0; at < line.length; ) {
                int length = Math.min(chunk.remaining(), line.length - at);
                chunk.put(line, at, length);
                at += length;
                if (!chunk.hasRemaining()) {
                    flush();
                }
            }
        }
        flush();
    }

    private void flush() throws IOException {
        chunk.flip();
        while (chunk.hasRemaining()) {
            written += channel.write(chunk);
        }
        chunk.clear();
    }

    /**
     * Removes the beginning of a line whose rest could not be written.
     *
     * @return how many of the lines are not in the file
     */
    long removeHalfLine(List<byte[]> lines) {
        long complete = 0;
        int count = 0;
        while (count < lines.size() && complete + lines.get(count).length <= written) {
            complete += lines.get(count).length;
            count++;
        }
        try {
            if (complete < written) {
                channel.truncate(channel.size() - (written - complete));
            }
        } catch (IOException e) {
            LOG.debug("The audit file {} keeps half a line", path, e);
        }
        return (long) lines.size() - count;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
