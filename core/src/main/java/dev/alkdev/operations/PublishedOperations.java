package dev.alkdev.operations;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one source has put into a registry. A source gives it the complete set each time it looked;
 * it adds, replaces and removes what differs. Threads may share it.
 */
public final class PublishedOperations {
    private final ReentrantLock lock = new ReentrantLock();
    private final OperationRegistry registry;
    private final Map<String, OperationBinding> published = new LinkedHashMap<>();

    public PublishedOperations(OperationRegistry registry) {
        this.registry = registry;
    }

    /**
     * Makes these the operations of the source. An operation whose binding is equal to the
     * published one is left alone.
     *
     * @throws IllegalArgumentException if an id is taken by somebody else or given twice; nothing
     *     is changed then
     */
    public void update(Collection<OperationBinding> bindings) {
        Map<String, OperationBinding> wanted = new LinkedHashMap<>();
        for (OperationBinding binding : bindings) {
            if (wanted.put(binding.spec().id(), binding) != null) {
                throw new IllegalArgumentException(binding.spec().id() + " is given twice");
            }
        }
        lock.lock();
        try {
            checkFree(wanted);
            removeAllBut(wanted);
            wanted.forEach(this::publish);
        } finally {
            lock.unlock();
        }
    }

    private void checkFree(Map<String, OperationBinding> wanted) {
        for (String id : wanted.keySet()) {
            if (!published.containsKey(id) && registry.find(id).isPresent()) {
                throw new IllegalArgumentException(id + " is registered already");
            }
        }
    }

    private void removeAllBut(Map<String, OperationBinding> wanted) {
        published
                .keySet()
                .removeIf(
                        id -> {
                            boolean obsolete = !wanted.containsKey(id);
                            if (obsolete) {
                                registry.remove(id);
                            }
                            return obsolete;
                        });
    }

    private void publish(String id, OperationBinding binding) {
        OperationBinding before = published.get(id);
        if (before == null) {
            registry.register(binding);
        } else if (!before.equals(binding)) {
            registry.replace(binding);
        }
        published.put(id, binding);
    }

    /** How many operations it has in the registry. */
    public int size() {
        lock.lock();
        try {
            return published.size();
        } finally {
            lock.unlock();
        }
    }

    /** Takes all of them out. */
    public void withdraw() {
        lock.lock();
        try {
            removeAllBut(Map.of());
        } finally {
            lock.unlock();
        }
    }
}
