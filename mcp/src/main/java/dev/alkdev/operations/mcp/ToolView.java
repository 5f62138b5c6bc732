package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.tools.ToolNames;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The operations of a registry, or of one namespace, as tools. What was made stays until the
 * registry changes. Threads may share it.
 */
final class ToolView {
    private static final int MOST_LISTINGS = 256;

    private final OperationRegistry registry;
    private final Place place;
    private final McpOptions options;
    private final LongSupplier version;
    private final ListingSize sizes;
    private final Mutex lock = new Mutex();
    private volatile @Nullable Snapshot snapshot;

    /**
     * A view.
     *
     * @param version counts the changes of the registry
     */
    ToolView(OperationRegistry registry, Place place, McpOptions options, LongSupplier version) {
        this.registry = registry;
        this.place = place;
        this.options = options;
        this.version = version;
        this.sizes = new ListingSize(place);
    }

    /** The tools as they were once. */
    private record Snapshot(
            long version,
            List<Tool> tools,
            Map<String, Tool> byName,
            boolean isPublic,
            Map<Object, ToolListing> listings) {}

    /** The rights of a caller, of which there are fewer than callers. */
    private record Rights(
            Set<String> scopes,
            Map<String, Set<String>> resources,
            @Nullable Set<String> operations) {}

    OperationRegistry registry() {
        return registry;
    }

    Place place() {
        return place;
    }

    /** The tool of a name, whoever may use it. */
    Optional<Tool> find(String name) {
        return Optional.ofNullable(current().byName().get(name));
    }

    boolean isEmpty() {
        return current().tools().isEmpty();
    }

    /** What a caller sees. */
    ToolListing listing(Caller caller) {
        Snapshot now = current();
        boolean isPublic = now.isPublic() && !caller.isLimited();
        Object key = isPublic ? "" : rights(caller);
        ToolListing known = now.listings().get(key);
        if (known == null) {
            List<Tool> usable = now.tools().stream().filter(tool -> permits(tool, caller)).toList();
            known = new ToolListing(usable, isPublic, options);
            if (now.listings().size() >= MOST_LISTINGS) {
                now.listings().clear();
            }
            now.listings().put(key, known);
        }
        return known;
    }

    private boolean permits(Tool tool, Caller caller) {
        return registry.resolve(tool.spec().id())
                .filter(operation -> operation.permits(caller))
                .isPresent();
    }

    /** The page of a listing; logged if it is more than a model should be given. */
    byte[] page(Caller caller, @Nullable String cursor, boolean isModern) {
        ToolListing listing = listing(caller);
        byte[] page = listing.page(cursor, isModern);
        if (cursor == null) {
            sizes.seen(listing.size(), page.length, listing.withoutOutput());
        }
        return page;
    }

    private static Object rights(Caller caller) {
        return switch (caller) {
            case Caller.Trusted trusted -> trusted;
            case Caller.Anonymous anonymous -> anonymous;
            case Caller.Authenticated(Identity identity) ->
                    new Rights(identity.scopes(), identity.resources(), identity.operations());
        };
    }

    private Snapshot current() {
        Snapshot known = snapshot;
        if (known != null && known.version() == version.getAsLong()) {
            return known;
        }
        try (Registration held = lock.hold()) {
            Snapshot before = snapshot;
            long now = version.getAsLong();
            if (before != null && before.version() == now) {
                return before;
            }
            Snapshot made = make(now, before);
            snapshot = made;
            return made;
        }
    }

    private Snapshot make(long now, @Nullable Snapshot before) {
        Map<String, Tool> known = new HashMap<>();
        if (before != null) {
            before.tools().forEach(tool -> known.put(tool.spec().id(), tool));
        }
        List<Tool> tools = new ArrayList<>();
        Map<String, Tool> byName = new HashMap<>();
        boolean isPublic = true;
        for (OperationSpec spec : specs()) {
            String name = name(spec);
            if (byName.containsKey(name)) {
                name = ToolNames.hashed(name, spec.id());
            }
            Tool tool = tool(name, spec, known.get(spec.id()));
            // All take part in names, so that a tool has the same one whatever is chosen.
            byName.put(name, tool);
            if (place.chooses(name, spec)) {
                tools.add(tool);
                isPublic &= spec.accessControl().isPublic();
            }
        }
        byName.values().retainAll(Set.copyOf(tools));
        return new Snapshot(now, tools, byName, isPublic, new ConcurrentHashMap<>());
    }

    private Tool tool(String name, OperationSpec spec, @Nullable Tool known) {
        return known != null && known.name().equals(name) && known.spec().equals(spec)
                ? known
                : new Tool(name, spec, options);
    }

    private String name(OperationSpec spec) {
        if (place.namespace() == null) {
            return ToolNames.of(options.names(), spec.namespace(), spec.name());
        }
        return ToolOrigin.isTool(spec)
                ? ToolOrigin.name(spec)
                : ToolNames.safe(spec.name(), spec.id());
    }

    private List<OperationSpec> specs() {
        OperationQuery query = OperationQuery.all().withLimit(Integer.MAX_VALUE);
        String namespace = place.namespace();
        OperationQuery.Page page =
                registry.list(namespace == null ? query : query.withNamespace(namespace));
        return page.operations().stream()
                .filter(spec -> place.contains(spec.namespace()) && registry.isCallable(spec.id()))
                .toList();
    }
}
