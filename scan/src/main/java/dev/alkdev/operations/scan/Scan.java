package dev.alkdev.operations.scan;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Reads operations from one place. For one thread at a time, but for {@link #state}. */
interface Scan extends AutoCloseable {
    /**
     * Reads what has changed since it was read last, which is everything at first.
     *
     * @throws IOException if nothing can be read at all
     */
    OperationManifest read() throws IOException;

    /** What differs after a change; null if nothing can change. Any thread may ask. */
    default @Nullable Object state() {
        return null;
    }

    @Override
    default void close() {}
}
