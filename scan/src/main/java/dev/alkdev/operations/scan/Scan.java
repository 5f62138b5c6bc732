package dev.alkdev.operations.scan;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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

    /** The files that are read; none if they cannot be listed. */
    default List<Path> files() {
        return List.of();
    }

    @Override
    default void close() {}
}
