package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Registration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;
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
    private static final int LONGEST_QUERY = 500;

    private final FollowingIndex index;
    private final Registration changes;

    private OperationSearch(
            OperationRegistry registry, Function<String, ? extends Collection<String>> aliases) {
        this.index = new FollowingIndex(registry, aliases);
        this.changes = registry.onChange(change -> index.changed(change.operationId()));
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
        index.update();
        PathRanking path = PathRanking.of(text);
        if (path != null) {
            PriorityQueue<SearchHit> alike = index.read(path::candidates);
            return PathRanking.result(best(alike, limit, hit -> usable.test(hit.spec())));
        }
        Ranking ranking = index.read(read -> new Ranking(read, Wanted.of(text, read)));
        List<Ranking.Candidate> looked =
                best(
                        ranking.candidates(),
                        Ranking.LOOKED_AT,
                        each -> usable.test(each.document().spec()));
        return index.read(read -> ranking.best(looked, limit));
    }

    /** The first usable ones. Without a lock: the predicate may search, or change the registry. */
    private static <T> List<T> best(PriorityQueue<T> ordered, int limit, Predicate<T> usable) {
        List<T> best = new ArrayList<>();
        while (best.size() < limit && !ordered.isEmpty()) {
            T next = ordered.remove();
            if (usable.test(next)) {
                best.add(next);
            }
        }
        return best;
    }

    /** Reads all operations and their aliases anew, when somebody searches. */
    public void refresh() {
        index.changedAll();
    }

    /** Follows the registry no longer. */
    @Override
    public void close() {
        changes.close();
    }
}
