package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/** A WebSocket of either library, as far as it is written to. Nothing here blocks. */
interface Wire {
    /** How many texts may be written at once. */
    int maxBatch();

    /**
     * Writes texts in UTF-8, each as one message. The next call comes only after the last has
     * ended.
     *
     * @param ended is told once, on whatever thread: null if all was written, else why not
     */
    void write(List<byte[]> texts, Consumer<@Nullable Throwable> ended);

    void ping();

    /** Starts the closing handshake. */
    void close(int code, String reason);

    /** Drops the connection. */
    void abort();
}
