package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Reloads when it is asked to, once at a time. What is asked for before a reload is possible is
 * done as soon as it is. Threads share it.
 */
final class Reloads implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Runnable reload;
    private boolean asked;

    void ask() {
        lock.lock();
        try {
            asked = true;
            if (reload != null) {
                reload.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** From now on this is how to reload. */
    void begin(Runnable how) {
        lock.lock();
        try {
            reload = how;
            if (asked) {
                how.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a reload that runs; nothing is reloaded any longer. */
    @Override
    public void close() {
        lock.lock();
        try {
            reload = null;
        } finally {
            lock.unlock();
        }
    }
}
