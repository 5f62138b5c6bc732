package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** A random id, created at its first use: secure randomness takes long to start. */
final class NodeId {
    private final AtomicReference<@Nullable String> id = new AtomicReference<>();

    String get() {
        String known = id.get();
        if (known != null) {
            return known;
        }
        String fresh = UUID.randomUUID().toString();
        return id.compareAndSet(null, fresh) ? fresh : String.valueOf(id.get());
    }
}
