package dev.alkdev.operations.redis;

import dev.alkdev.operations.OperationSpec;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Operations whose workers are all gone. For a while they stay listed, and calls of them are {@code
 * UNAVAILABLE}. It outlives the sessions of a link, because a Redis that was restarted knows nobody
 * at first. Threads may share it.
 */
final class Departed {
    private static final int MOST = 100_000;

    private record Entry(OperationSpec spec, List<String> path, long since) {}

    private final long grace;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    Departed(Duration grace) {
        this.grace = grace.toNanos();
    }

    /**
     * These have nobody any more; those that had nobody before keep their time.
     *
     * @param path the nodes behind the one that offered an operation, by its id: without them, hubs
     *     in a ring would take an operation that comes back to them for another's
     */
    void add(Collection<OperationSpec> specs, Function<String, List<String>> path) {
        long now = System.nanoTime();
        for (OperationSpec spec : specs) {
            if (grace > 0 && entries.size() < MOST) {
                entries.putIfAbsent(spec.id(), new Entry(spec, path.apply(spec.id()), now));
            }
        }
    }

    /** These are offered again, maybe with another spec. */
    void remove(Set<String> ids) {
        entries.keySet().removeAll(ids);
    }

    /** Forgets those whose time is over; whether there were any. */
    boolean forget() {
        long now = System.nanoTime();
        return entries.values().removeIf(entry -> now - entry.since > grace);
    }

    boolean contains(String id) {
        return entries.containsKey(id);
    }

    /** The nodes that were behind the one that offered it last. */
    List<String> path(String id) {
        Entry entry = entries.get(id);
        return entry == null ? List.of() : entry.path;
    }

    Set<String> ids() {
        return Set.copyOf(entries.keySet());
    }

    int count() {
        return entries.size();
    }

    /** Adds them to those that are offered. */
    Map<String, OperationSpec> with(Map<String, OperationSpec> offered) {
        Map<String, OperationSpec> all = new TreeMap<>(offered);
        entries.forEach((id, entry) -> all.putIfAbsent(id, entry.spec));
        return all;
    }
}
