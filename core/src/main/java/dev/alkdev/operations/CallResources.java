package dev.alkdev.operations;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** What belongs to one running call and must not outlive it. */
final class CallResources {
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Registration> open = new LinkedHashSet<>();
    private boolean ended;

    /** Closes it when the call ends, or now if it has. Closing the result closes and forgets it. */
    Registration closeAtEnd(Registration registration) {
        lock.lock();
        try {
            if (!ended) {
                open.add(registration);
                return () -> {
                    forget(registration);
                    registration.close();
                };
            }
        } finally {
            lock.unlock();
        }
        registration.close();
        return registration;
    }

    void forget(Registration registration) {
        lock.lock();
        try {
            open.remove(registration);
        } finally {
            lock.unlock();
        }
    }

    /** How much is open. */
    int size() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        List<Registration> all;
        lock.lock();
        try {
            ended = true;
            all = List.copyOf(open);
            open.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(Registration::close);
    }
}
