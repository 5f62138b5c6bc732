package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Registration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Who wants to know about changes of which resources. Threads may share it. */
final class ResourceWatches {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceWatches.class);

    private final Map<String, List<Runnable>> actions = new ConcurrentHashMap<>();

    private volatile Consumer<String> interest = uri -> {};

    /**
     * Receives each resource whose first action was added or whose last one was removed. Calls may
     * overtake each other, so {@link #isWatched} is what counts. Must not block.
     */
    void onInterest(Consumer<String> listener) {
        interest = listener;
    }

    boolean isWatched(String uri) {
        return actions.containsKey(uri);
    }

    Registration add(String uri, Runnable changed) {
        // Each has an identity of its own, so that the same action may be added twice.
        Runnable action = () -> changed.run();
        boolean[] first = {false};
        actions.compute(
                uri,
                (key, before) -> {
                    first[0] = before == null;
                    List<Runnable> all = before == null ? new CopyOnWriteArrayList<>() : before;
                    all.add(action);
                    return all;
                });
        if (first[0]) {
            interest.accept(uri);
        }
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                remove(uri, action);
            }
        };
    }

    private void remove(String uri, Runnable action) {
        boolean[] last = {false};
        actions.computeIfPresent(
                uri,
                (key, all) -> {
                    all.remove(action);
                    last[0] = all.isEmpty();
                    return all.isEmpty() ? null : all;
                });
        if (last[0]) {
            interest.accept(uri);
        }
    }

    /** The resources that somebody watches. */
    Set<String> uris() {
        return new TreeSet<>(actions.keySet());
    }

    void updated(String uri) {
        for (Runnable action : actions.getOrDefault(uri, List.of())) {
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.warn("An action for a changed resource failed", e);
            }
        }
    }
}
