package dev.alkdev.operations.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Bytes that grow until they are written. For one thread at a time. */
final class EventBytes {
    private static final int SMALL = 8 * 1024;
    private static final int LARGE = 256 * 1024;

    private byte[] bytes = new byte[SMALL];
    private int size;

    int size() {
        return size;
    }

    void append(byte[] more) {
        append(more, more.length);
    }

    void append(EventBytes more) {
        append(more.bytes, more.size);
    }

    private void append(byte[] more, int length) {
        int needed = Math.addExact(size, length);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
        System.arraycopy(more, 0, bytes, size, length);
        size = needed;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** Forgets what was written; what a large event needed is given back. */
    void clear() {
        size = 0;
        if (bytes.length > LARGE) {
            bytes = new byte[SMALL];
        }
    }
}
