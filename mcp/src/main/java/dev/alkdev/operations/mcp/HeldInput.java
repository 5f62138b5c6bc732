package dev.alkdev.operations.mcp;

import dev.alkdev.operations.web.Reply;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;

/**
 * The body of a response, whose bytes count against the memory for messages while they are
 * collected. For one thread at a time.
 */
final class HeldInput extends FilterInputStream {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Collected bytes are copied when their array grows. */
    private static final int COPIES = 2;

    private long held;

    private HeldInput(InputStream body) {
        super(body);
    }

    /** The response with a body that counts. */
    static Reply of(Reply reply) {
        return new Reply(reply.status(), reply.headers(), new HeldInput(reply.body()));
    }

    /** Releases what was read so far: it was parsed or dropped. */
    static void release(Reply reply) {
        if (reply.body() instanceof HeldInput input) {
            input.release();
        }
    }

    private void release() {
        ServerMemory.MESSAGES.release(held);
        held = 0;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        hold(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        hold(read);
        return read;
    }

    private void hold(int read) throws IOException {
        if (read <= 0) {
            return;
        }
        long bytes = (long) COPIES * read;
        try {
            if (!ServerMemory.MESSAGES.acquire(bytes, PATIENCE)) {
                throw new IOException("there is no memory left for the response");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for memory");
        }
        held += bytes;
    }

    @Override
    public void close() throws IOException {
        release();
        super.close();
    }
}
