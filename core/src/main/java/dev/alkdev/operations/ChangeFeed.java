package dev.alkdev.operations;

import dev.alkdev.operations.base.Registration;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Notifies listeners of changes, one at a time and in the order in which they happened. */
final class ChangeFeed {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Queue<RegistryChange> waiting;
    private final ReentrantLock delivering = new ReentrantLock();

    /** Present on threads that hold locks of their own, which listeners must not run under. */
    private final ThreadLocal<Boolean> deferring = new ThreadLocal<>();

    ChangeFeed() {
        this(new ConcurrentLinkedQueue<>());
    }

    /** A feed over a queue that is empty, and safe for many threads. */
    ChangeFeed(Queue<RegistryChange> waiting) {
        this.waiting = waiting;
    }

    /** Gives each listener an identity of its own, so that the same one may be added twice. */
    private record Listener(Consumer<? super RegistryChange> consumer, Object identity) {}

    Registration add(Consumer<? super RegistryChange> consumer) {
        Listener listener = new Listener(consumer, new Object());
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /**
     * Runs an action whose changes on this thread are delivered after it.
     *
     * @param delivery runs the listeners
     */
    void deferring(Runnable action, Executor delivery) {
        if (deferring.get() != null) {
            action.run();
            return;
        }
        deferring.set(true);
        try {
            action.run();
        } finally {
            deferring.remove();
            if (!waiting.isEmpty()) {
                delivery.execute(this::deliver);
            }
        }
    }

    /** Called while the change is made, so that the order is right. */
    void announce(RegistryChange change) {
        if (!listeners.isEmpty()) {
            waiting.add(change);
        }
    }

    /**
     * Called after the change was made. Whoever delivers already, maybe a listener that makes a
     * change itself, delivers this one too. Deferred while {@link #deferring} runs on this thread.
     */
    void deliver() {
        if (deferring.get() != null) {
            return;
        }
        while (!waiting.isEmpty() && !delivering.isHeldByCurrentThread() && delivering.tryLock()) {
            try {
                for (RegistryChange next = waiting.poll(); next != null; next = waiting.poll()) {
                    deliver(next);
                }
            } finally {
                delivering.unlock();
            }
        }
    }

    private void deliver(RegistryChange change) {
        for (Listener listener : listeners) {
            try {
                listener.consumer().accept(change);
            } catch (Throwable e) {
                RegistryLog.log().warn("A listener failed at {}", change, e);
            }
        }
    }
}
