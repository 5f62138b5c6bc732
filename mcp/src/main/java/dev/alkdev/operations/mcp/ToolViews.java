package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.search.OperationSearch;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
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
    private static final int MOST_MADE_UP = 16;
    private static final String TOOLS = "?tools=";

    private final ToolView all;
    private final Map<String, ToolView> byNamespace = new ConcurrentHashMap<>();

    /** Of places that clients make up, in the order of their use. */
    private final Map<Place, ToolView> madeUp = new LinkedHashMap<>(16, 0.75f, true);

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
        this.all = new ToolView(parts.registry(), Place.ALL, parts.options(), version);
    }

    /** The tools of everything. */
    ToolView all() {
        return all;
    }

    /**
     * The tools at {@code /mcp/path?tools=…}; null if there is nothing.
     *
     * @throws IllegalArgumentException if the address is none
     */
    @Nullable ToolView at(String path, @Nullable String tools) {
        Place place = Place.parse(path, tools);
        for (String namespace : place.namespaces()) {
            if (!isSearch(namespace) && !exists(namespace)) {
                return null;
            }
        }
        return of(place);
    }

    /**
     * As {@link #at}, for a client that waits for changes.
     *
     * @param address a path, with {@code ?tools=} or without
     */
    ToolView of(String address) {
        int query = address.indexOf(TOOLS);
        return query < 0
                ? of(Place.parse(address, null))
                : of(
                        Place.parse(
                                address.substring(0, query),
                                address.substring(query + TOOLS.length())));
    }

    private ToolView of(Place place) {
        if (place.namespaces().stream().anyMatch(ToolViews::isSearch)) {
            if (place.isMadeUp()) {
                throw new IllegalArgumentException(
                        "/mcp/search reaches everything: no tools or namespaces are chosen there");
            }
            return search();
        }
        if (place.isMadeUp()) {
            return madeUp(place);
        }
        String namespace = place.namespace();
        return namespace == null
                ? all
                : byNamespace.computeIfAbsent(namespace, name -> view(place));
    }

    private ToolView madeUp(Place place) {
        try (Registration held = lock.hold()) {
            ToolView view = madeUp.computeIfAbsent(place, this::view);
            if (madeUp.size() > MOST_MADE_UP) {
                madeUp.remove(madeUp.keySet().iterator().next());
            }
            return view;
        }
    }

    private ToolView view(Place place) {
        return new ToolView(parts.registry(), place, parts.options(), version);
    }

    private static boolean isSearch(String namespace) {
        return namespace.equals(SearchOperations.NAMESPACE);
    }

    private boolean exists(String namespace) {
        if (of(new Place(List.of(namespace), List.of())).isEmpty() && !hasCatalog(namespace)) {
            byNamespace.remove(namespace);
            return false;
        }
        return true;
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
                                registry,
                                new Place(List.of(SearchOperations.NAMESPACE), List.of()),
                                parts.options(),
                                () -> 0);
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
