package dev.alkdev.operations.base;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is held by a try block.
 *
 * <pre>{@code
 * try (Registration held = lock.hold()) {
 *     …
 * }
 * }</pre>
 */
public final class Mutex extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private final transient Registration held = this::unlock;

    /** Waits for the lock, whose holder gives it back by closing what is returned. */
    public Registration hold() {
        lock();
        return held;
    }
}
