package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds operations of a registry by words, questions, ids or paths, best first: {@code open a PR},
 * {@code how many requests do I have left}, {@code chat.postMessage}, {@code GET /users/{id}}.
 * Words are compared by their stems; other words for the same and mistyped words are understood.
 * The index is built by the first search and follows the registry from then on. Threads may share
 * it.
 *
 * <pre>{@code
 * OperationSearch search = OperationSearch.over(registry);
 * search.find("cancel a subscription", 5).hits().forEach(hit -> print(hit.spec().id()));
 * }</pre>
 */
public final class OperationSearch implements AutoCloseable {
    private static final int PAGE = 1_000;
    private static final int LONGEST_QUERY = 500;
    private static final int MOST_CHANGES = 50_000;

    private final OperationRegistry registry;
    private final Function<String, ? extends Collection<String>> aliases;
    private final Index index = new Index();
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Mutex noting = new Mutex();
    private final Set<String> changed = new LinkedHashSet<>();
    private final Registration changes;
    private boolean follows;

    private OperationSearch(
            OperationRegistry registry, Function<String, ? extends Collection<String>> aliases) {
        this.registry = registry;
        this.aliases = aliases;
        this.changes = registry.onChange(change -> noteChange(change.operationId()));
    }

    public static OperationSearch over(OperationRegistry registry) {
        return over(registry, id -> List.of());
    }

    /**
     * A search that knows further words for operations.
     *
     * @param aliases the words for the operation with an id
     */
    public static OperationSearch over(
            OperationRegistry registry, Function<String, ? extends Collection<String>> aliases) {
        return new OperationSearch(registry, aliases);
    }

    /** As {@link #find(String, int, Predicate)}, among all operations. */
    public SearchResult find(String query, int limit) {
        return find(query, limit, spec -> true);
    }

    /**
     * Finds operations.
     *
     * @param query what is looked for; no more than its first 500 characters are read
     * @param limit at most so many
     * @param usable which operations may be found
     */
    public SearchResult find(String query, int limit, Predicate<? super OperationSpec> usable) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit should be at least 1 but is " + limit);
        }
        String text = query.substring(0, Math.min(LONGEST_QUERY, query.length()));
        update();
        lock.readLock().lock();
        try {
            PathRanking path = PathRanking.of(text);
            return path != null
                    ? path.best(index, limit, usable)
                    : new Ranking(index, Wanted.of(text, index)).best(limit, usable);
        } finally {
            lock.readLock().unlock();
        }
    }

    private void noteChange(String id) {
        try (Registration held = noting.hold()) {
            if (follows && changed.size() < MOST_CHANGES) {
                changed.add(id);
            } else {
                // Nobody has searched for long: the next one builds the index anew.
                follows = false;
                changed.clear();
            }
        }
    }

    /** The ids that have changed since the last time; null if all may have. */
    private @Nullable List<String> takeChanges() {
        try (Registration held = noting.hold()) {
            List<String> ids = follows ? List.copyOf(changed) : null;
            follows = true;
            changed.clear();
            return ids;
        }
    }

    private boolean isUpToDate() {
        try (Registration held = noting.hold()) {
            return follows && changed.isEmpty();
        }
    }

    private void update() {
        if (isUpToDate()) {
            return;
        }
        lock.writeLock().lock();
        try {
            index(takeChanges());
        } catch (RuntimeException | Error failure) {
            // What was taken is not in the index: the next search builds it anew.
            noteAllChanged();
            throw failure;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void index(@Nullable List<String> ids) {
        if (ids == null) {
            build();
        } else {
            ids.forEach(this::index);
        }
    }

    private void noteAllChanged() {
        try (Registration held = noting.hold()) {
            follows = false;
            changed.clear();
        }
    }

    private void build() {
        index.clear();
        OperationQuery query = OperationQuery.all().withLimit(PAGE);
        String next;
        do {
            OperationQuery.Page page = registry.list(query);
            page.operations().forEach(spec -> index.put(spec, aliases.apply(spec.id())));
            next = page.nextCursor();
            query = next == null ? query : query.withCursor(next);
        } while (next != null);
    }

    private void index(String id) {
        registry.find(id)
                .ifPresentOrElse(
                        spec -> index.put(spec, aliases.apply(id)), () -> index.remove(id));
    }

    /** Reads all operations and their aliases anew, when somebody searches. */
    public void refresh() {
        noteAllChanged();
    }

    /** Follows the registry no longer. */
    @Override
    public void close() {
        changes.close();
    }
}
