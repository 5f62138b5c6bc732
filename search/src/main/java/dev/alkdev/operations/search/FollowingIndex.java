package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * An index that follows a registry. Specs and aliases are read without a lock, so that code of
 * others can neither hold up other searches nor deadlock with them. Threads may share it.
 */
final class FollowingIndex {
    private static final int PAGE = 1_000;
    private static final int MOST_CHANGES = 50_000;

    /** A registry that changes all the time must not keep a search from its result. */
    private static final int MOST_ROUNDS = 3;

    private final OperationRegistry registry;
    private final Function<String, ? extends Collection<String>> aliases;
    private final Index index = new Index();
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Mutex noting = new Mutex();

    /** The ids that have changed since they were indexed, by the number of the change. */
    private final Map<String, Long> changed = new HashMap<>();

    private long changes;

    /** Counts how often all operations became outdated at once. */
    private long epoch;

    private int builders;

    /** Whether the index lacks nothing but what has changed. */
    private boolean complete;

    FollowingIndex(
            OperationRegistry registry, Function<String, ? extends Collection<String>> aliases) {
        this.registry = registry;
        this.aliases = aliases;
    }

    /** An operation to enter, or to remove if it has no spec. */
    private record Entry(
            String id, @Nullable OperationSpec spec, Collection<String> aliases, long change) {}

    /** Reads from the index; the function must be short and call nobody else's code. */
    <T> T read(Function<Index, T> reader) {
        lock.readLock().lock();
        try {
            return reader.apply(index);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Notes that an operation was added, replaced or removed. */
    void changed(String id) {
        try (Registration held = noting.hold()) {
            changes++;
            if (!complete && builders == 0) {
                return;
            }
            if (changed.size() < MOST_CHANGES) {
                changed.put(id, changes);
            } else {
                // Nobody has searched for long: the next search builds the index anew.
                changedAll();
            }
        }
    }

    /** Notes that everything may have changed. */
    void changedAll() {
        try (Registration held = noting.hold()) {
            complete = false;
            changed.clear();
            epoch++;
        }
    }

    /** Brings the index up to date. */
    void update() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Map<String, Long> outdated;
            try (Registration held = noting.hold()) {
                if (complete && changed.isEmpty()) {
                    return;
                }
                outdated = complete ? Map.copyOf(changed) : null;
            }
            if (outdated == null) {
                build();
            } else {
                follow(outdated);
            }
        }
    }

    private void build() {
        long startedAt;
        long startedIn;
        try (Registration held = noting.hold()) {
            builders++;
            startedAt = changes;
            startedIn = epoch;
        }
        try {
            List<Entry> all = readAll(startedAt);
            lock.writeLock().lock();
            try {
                if (isStillNeeded(startedIn)) {
                    index.clear();
                    all.forEach(this::enter);
                    built(startedIn, startedAt);
                }
            } catch (RuntimeException | Error failure) {
                changedAll();
                throw failure;
            } finally {
                lock.writeLock().unlock();
            }
        } finally {
            try (Registration held = noting.hold()) {
                builders--;
            }
        }
    }

    private boolean isStillNeeded(long startedIn) {
        try (Registration held = noting.hold()) {
            return !complete && epoch == startedIn;
        }
    }

    private void built(long startedIn, long startedAt) {
        try (Registration held = noting.hold()) {
            if (epoch == startedIn) {
                complete = true;
                changed.values().removeIf(change -> change <= startedAt);
            }
        }
    }

    private List<Entry> readAll(long change) {
        List<Entry> all = new ArrayList<>();
        OperationQuery query = OperationQuery.all().withLimit(PAGE);
        String next;
        do {
            OperationQuery.Page page = registry.list(query);
            for (OperationSpec spec : page.operations()) {
                all.add(new Entry(spec.id(), spec, aliases.apply(spec.id()), change));
            }
            next = page.nextCursor();
            query = next == null ? query : query.withCursor(next);
        } while (next != null);
        return all;
    }

    private void follow(Map<String, Long> outdated) {
        List<Entry> entries = new ArrayList<>(outdated.size());
        outdated.forEach(
                (id, change) -> {
                    OperationSpec spec = registry.find(id).orElse(null);
                    Collection<String> more = spec == null ? List.of() : aliases.apply(id);
                    entries.add(new Entry(id, spec, more, change));
                });
        lock.writeLock().lock();
        try {
            for (Entry entry : entries) {
                // Another search may have entered it, or it has changed again.
                if (takeChange(entry)) {
                    enter(entry);
                }
            }
        } catch (RuntimeException | Error failure) {
            changedAll();
            throw failure;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private boolean takeChange(Entry entry) {
        try (Registration held = noting.hold()) {
            return complete && changed.remove(entry.id, entry.change);
        }
    }

    private void enter(Entry entry) {
        if (entry.spec == null) {
            index.remove(entry.id);
        } else {
            index.put(entry.spec, entry.aliases);
        }
    }
}
