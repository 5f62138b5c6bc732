package dev.alkdev.operations.http;

import dev.alkdev.operations.JsonWeight;

import jakarta.servlet.http.HttpServletRequest;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Reads the bytes of a body: not too many, not too slowly, and each only after the budget has room
 * for it. For one request.
 */
final class BodyReader {
    private static final int CHUNK = 64 * 1024;

    private final HeldBytes held;
    private final int maxBytes;
    private final Duration patience;
    private final long start = System.nanoTime();

    BodyReader(HeldBytes held, LimitOptions limits) {
        this.held = held;
        this.maxBytes = limits.maxBodyBytes();
        this.patience = limits.bodyTimeout();
    }

    /**
     * All bytes. The budget then has room for the JSON they become, too.
     *
     * @throws Refusal 408, 413 or 503
     */
    byte[] read(HttpServletRequest request) throws IOException {
        long length = request.getContentLengthLong();
        if (length > maxBytes) {
            throw tooLarge();
        }
        InputStream body = request.getInputStream();
        byte[] bytes = length >= 0 && length <= CHUNK ? small(body, (int) length) : large(body);
        held.take(Math.max(0, JsonWeight.ofText(bytes) - bytes.length));
        return bytes;
    }

    private byte[] small(InputStream body, int length) throws IOException {
        held.take(length);
        byte[] bytes = new byte[length];
        int size = fill(body, bytes);
        return size == length ? bytes : Arrays.copyOf(bytes, size);
    }

    /** Memory is taken for bytes that arrived, not for the announced length. */
    private byte[] large(InputStream body) throws IOException {
        List<byte[]> chunks = new ArrayList<>();
        int size = 0;
        int last = CHUNK;
        while (last == CHUNK) {
            held.take(CHUNK);
            byte[] chunk = new byte[CHUNK];
            last = fill(body, chunk);
            size += last;
            if (size > maxBytes) {
                throw tooLarge();
            }
            chunks.add(chunk);
        }
        byte[] bytes = new byte[size];
        int at = 0;
        for (byte[] chunk : chunks) {
            int part = Math.min(CHUNK, size - at);
            System.arraycopy(chunk, 0, bytes, at, part);
            at += part;
        }
        return bytes;
    }

    /** Fills an array as far as there are bytes. */
    private int fill(InputStream body, byte[] into) throws IOException {
        int size = 0;
        while (size < into.length) {
            int read = next(body, into, size);
            if (read < 0) {
                break;
            }
            size += read;
            if (System.nanoTime() - start > patience.toNanos()) {
                throw Refusal.tooSlow(
                        "the body should be complete within " + patience.toSeconds() + " seconds");
            }
        }
        return size;
    }

    /** The server has a timeout of its own, for connections on which no byte arrives. */
    private static int next(InputStream body, byte[] into, int at) throws IOException {
        try {
            return body.read(into, at, into.length - at);
        } catch (IOException e) {
            if (isTimeout(e)) {
                throw Refusal.tooSlow("the rest of the body did not arrive in time");
            }
            throw e;
        }
    }

    private static boolean isTimeout(IOException failure) {
        Throwable cause = failure;
        while (cause != null
                && !(cause instanceof TimeoutException)
                && !(cause instanceof SocketTimeoutException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private Refusal tooLarge() {
        return Refusal.tooLarge("the body of a request should have at most " + maxBytes + " bytes");
    }
}
