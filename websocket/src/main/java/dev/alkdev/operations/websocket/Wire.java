package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/** A WebSocket, as far as it is written to. */
interface Wire {
    /** How many events may be written at once. */
    int MAX_BATCH = 256;

    /** Whether messages may hold several events: see {@link Lines}. */
    boolean hasLines();

    /**
     * Writes events in UTF-8, together if possible. The next call comes only after the last has
     * ended. It is called on virtual threads and may block.
     *
     * @param ended is called once, on whatever thread: with null if all was written, else the
     *     failure
     */
    void write(List<byte[]> events, Consumer<@Nullable Throwable> ended);

    /** Sends a ping. Does not block. */
    void ping();

    /** Starts the closing handshake. Does not block. */
    void close(int code, String reason);

    /** Drops the connection. Does not block. */
    void abort();
}
