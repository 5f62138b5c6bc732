package dev.alkdev.operations.cli;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

/**
 * Reloads when it is asked to, once at a time. What is asked for before a reload is possible is
 * done as soon as it is. Threads share it.
 */
final class Reloads implements AutoCloseable {
    private final Mutex lock = new Mutex();
    private @Nullable Runnable reload;
    private boolean asked;

    void ask() {
        try (Registration held = lock.hold()) {
            asked = true;
            if (reload != null) {
                reload.run();
            }
        }
    }

    /** From now on this is how to reload. */
    void begin(Runnable how) {
        try (Registration held = lock.hold()) {
            reload = how;
            if (asked) {
                how.run();
            }
        }
    }

    /** Waits for a reload that runs; nothing is reloaded any longer. */
    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            reload = null;
        }
    }
}
