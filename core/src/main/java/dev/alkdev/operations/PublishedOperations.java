package dev.alkdev.operations;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one source has put into a registry. A source gives it the complete set each time it looked;
 * it adds, replaces and removes what differs. An operation that somebody else replaced or removed
 * in the registry is no longer the source's, and is left alone. Threads may share it.
 */
public final class PublishedOperations {
    private final ReentrantLock lock = new ReentrantLock();
    private final OperationRegistry registry;
    private volatile Map<String, OperationBinding> published = Map.of();
    private volatile Map<String, OperationBinding> arriving = Map.of();

    public PublishedOperations(OperationRegistry registry) {
        this.registry = registry;
    }

    /**
     * Makes these the operations of the source. An operation whose binding is equal to the
     * published one is left alone; one that {@linkplain OperationRegistry#registerProvisionally
     * gives way} is displaced.
     *
     * @throws IllegalArgumentException if an id is taken by somebody else or given twice; nothing
     *     is changed then
     */
    public void update(Collection<OperationBinding> bindings) {
        Map<String, OperationBinding> wanted = byId(bindings);
        lock.lock();
        try {
            Map<String, OperationBinding> before = published;
            List<OperationBinding> fresh =
                    wanted.values().stream().filter(one -> !before.containsKey(id(one))).toList();
            checkFree(fresh);
            // Whose they are is known by the time they can be called.
            arriving = wanted;
            register(fresh);
            before.values().forEach(one -> replaceOrRemove(one, wanted));
            published = wanted;
        } finally {
            arriving = Map.of();
            lock.unlock();
        }
    }

    private static String id(OperationBinding binding) {
        return binding.spec().id();
    }

    private static Map<String, OperationBinding> byId(Collection<OperationBinding> bindings) {
        Map<String, OperationBinding> byId = new LinkedHashMap<>();
        for (OperationBinding binding : bindings) {
            if (byId.put(id(binding), binding) != null) {
                throw new IllegalArgumentException(id(binding) + " is given twice");
            }
        }
        return Collections.unmodifiableMap(byId);
    }

    private void checkFree(List<OperationBinding> fresh) {
        for (OperationBinding binding : fresh) {
            if (registry.isTaken(id(binding))) {
                throw new IllegalArgumentException(id(binding) + " is registered already");
            }
        }
    }

    /** Somebody else may be faster with one of them; then none is registered. */
    private void register(List<OperationBinding> fresh) {
        List<OperationBinding> registered = new ArrayList<>();
        try {
            for (OperationBinding binding : fresh) {
                registry.register(binding);
                registered.add(binding);
            }
        } catch (RuntimeException e) {
            registered.forEach(binding -> registry.remove(id(binding), binding.handler()));
            throw e;
        }
    }

    private void replaceOrRemove(OperationBinding before, Map<String, OperationBinding> wanted) {
        OperationBinding after = wanted.get(id(before));
        if (after == null) {
            registry.remove(id(before), before.handler());
        } else if (!before.equals(after)) {
            registry.replace(before.handler(), after);
        }
    }

    /** Whether an operation is of this source. Never blocks. */
    public boolean contains(String operationId) {
        return isIn(published, operationId) || isIn(arriving, operationId);
    }

    private boolean isIn(Map<String, OperationBinding> bindings, String id) {
        OperationBinding own = bindings.get(id);
        return own != null && registry.hasHandler(id, own.handler());
    }

    /** How many operations it has in the registry. */
    public int size() {
        return (int) published.keySet().stream().filter(this::contains).count();
    }

    /** Takes all of them out. */
    public void withdraw() {
        update(List.of());
    }
}
