package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.search.OperationSearch;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The tools at the places of a gateway: all, those of a namespace, search. Threads may share it.
 */
final class ToolViews implements AutoCloseable {
    private final GatewayParts parts;
    private final LongSupplier version;
    private final ToolView all;
    private final Map<String, ToolView> byNamespace = new ConcurrentHashMap<>();
    private final Mutex lock = new Mutex();
    private @Nullable OperationSearch ownSearch;
    private volatile @Nullable ToolView search;

    /**
     * The views of a gateway.
     *
     * @param version counts the changes of the registry
     */
    ToolViews(GatewayParts parts, LongSupplier version) {
        this.parts = parts;
        this.version = version;
        this.all = new ToolView(parts.registry(), null, parts.options(), version);
    }

    /** The tools of everything. */
    ToolView all() {
        return all;
    }

    /** The tools at {@code /mcp/name}; null if there is nothing. */
    @Nullable ToolView at(String name) {
        ToolView view = of(name);
        if (view != search && view.isEmpty() && !hasCatalog(name)) {
            byNamespace.remove(name);
            return null;
        }
        return view;
    }

    /** As {@link #at}, for a client that waits for changes. */
    ToolView of(String name) {
        return name.equals(SearchOperations.NAMESPACE)
                ? search()
                : byNamespace.computeIfAbsent(
                        name,
                        namespace ->
                                new ToolView(
                                        parts.registry(), namespace, parts.options(), version));
    }

    private boolean hasCatalog(String namespace) {
        McpDirectory directory = parts.directory();
        return directory != null
                && directory.visibleTo(Caller.trusted()).stream()
                        .anyMatch(entry -> entry.namespace().equals(namespace));
    }

    /** Made when it is first used: most servers have few operations. */
    private ToolView search() {
        ToolView made = search;
        if (made != null) {
            return made;
        }
        try (Registration held = lock.hold()) {
            if (search == null) {
                OperationSearch given = parts.search();
                if (given == null) {
                    given = OperationSearch.over(parts.registry());
                    ownSearch = given;
                }
                OperationRegistry registry =
                        SearchOperations.over(parts.registry(), given, parts.limits());
                search =
                        new ToolView(
                                registry, SearchOperations.NAMESPACE, parts.options(), () -> 0);
            }
            made = search;
        }
        return Objects.requireNonNull(made);
    }

    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            if (ownSearch != null) {
                ownSearch.close();
                ownSearch = null;
            }
        }
    }
}
