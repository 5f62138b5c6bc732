package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.NodePath;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The other end of a link: it may call the operations of our registry, and we may call, list and
 * import its own. Threads may share it.
 */
public final class Peer implements AutoCloseable {
    private final Link link;
    private final OperationRegistry registry;
    private final Node node;
    private final PendingRequests requests;
    private final CallHandler handler;
    private volatile @Nullable String remoteNode;
    private final AtomicReference<@Nullable ImportFollower> imported = new AtomicReference<>();

    private Peer(Link link, OperationRegistry registry, HandlerOptions options) {
        this.link = link;
        this.registry = registry;
        this.node = Node.of(registry);
        this.requests =
                new PendingRequests(
                        link,
                        new RequestResources(registry.time(), registry.byteBudget()),
                        node.id());
        Services offered = new Services(registry, link, this::path);
        this.handler = new CallHandler(link, offered.answers(), offered, options);
    }

    /** Opens a link and offers the operations of a registry over it. */
    public static Peer over(Link link, OperationRegistry registry) {
        return over(link, registry, HandlerOptions.defaults());
    }

    public static Peer over(Link link, OperationRegistry registry, HandlerOptions options) {
        Peer peer = new Peer(link, registry, options);
        link.open(peer.new Events());
        return peer;
    }

    public String name() {
        return link.name();
    }

    public boolean isUp() {
        return link.isUp();
    }

    /**
     * Offers nothing to the peer any longer: its requests are refused, those that run are ended,
     * and a peer that follows our operations drops them. Our own calls and imports go on.
     */
    public void stopOffering() {
        handler.stopOffering();
    }

    /** The calling half. */
    public PendingRequests requests() {
        return requests;
    }

    /** The answering half. */
    public CallHandler handler() {
        return handler;
    }

    /**
     * Calls a query or mutation of the peer.
     *
     * @throws CallException if it fails
     */
    public ResponseEnvelope<JsonNode> call(String operationId, Object input) {
        return requests.call(operationId, input);
    }

    /** As {@link #call(String, Object)}, with the options of a call. */
    public ResponseEnvelope<JsonNode> call(Call call) {
        return requests.call(call);
    }

    /** Opens a subscription of the peer. */
    public Subscription<JsonNode> subscribe(String operationId, Object input) {
        return requests.subscribe(operationId, input);
    }

    /** As {@link #subscribe(String, Object)}, with the options of a call. */
    public Subscription<JsonNode> subscribe(Call call) {
        return requests.subscribe(call);
    }

    /**
     * All operations of the peer that we may use.
     *
     * @throws CallException if it cannot be asked, or the list has no end
     */
    public List<OperationSpec> operations() {
        OperationListing.Listing listing = listing(OperationListing.Listing.NONE);
        try {
            return listing.operations().values().stream()
                    .map(OperationListing.Entry::spec)
                    .toList();
        } finally {
            release(listing);
        }
    }

    OperationListing.Listing listing(OperationListing.Listing before) {
        OperationListing.Listing listing =
                OperationListing.of(requests, name(), before, node.listings());
        remoteNode = listing.node();
        return listing;
    }

    /** Gives back the memory of a listing that is not used any longer. */
    void release(OperationListing.Listing listing) {
        node.listings().release(listing.bytes());
    }

    TimeSource time() {
        return registry.time();
    }

    Node node() {
        return node;
    }

    /** The id of the other side in paths, if it gave one. */
    @Nullable String remoteNode() {
        return remoteNode;
    }

    /**
     * Registers the peer's operations in our registry, and keeps them as the peer does: they are
     * added and removed with its own and with the link. Calls of them are forwarded; envelope,
     * errors, streams, deadline and abort pass through.
     *
     * @throws IllegalStateException if it was called before
     * @throws CallException if the peer cannot be asked now; it may be called again then
     */
    public void importOperations() {
        importOperations(spec -> true);
    }

    /** As {@link #importOperations()}, only for operations that are wanted. */
    public void importOperations(Predicate<OperationSpec> wanted) {
        importOperations(PeerImportOptions.of(spec -> Optional.of(spec).filter(wanted)));
    }

    /** As {@link #importOperations()}, with operations as they are to be here. */
    public void importOperations(PeerImportOptions rules) {
        ImportFollower fresh = newImport(rules);
        try {
            fresh.begin();
        } catch (RuntimeException e) {
            imported.compareAndSet(fresh, null);
            fresh.end();
            throw e;
        }
        fresh.start();
    }

    /**
     * As {@link #importOperations(PeerImportOptions)}, but failures are retried with back-off and
     * reported by {@link #importProblem}. A peer that knows no {@code services.list} is asked again
     * only when the link is up anew.
     *
     * @throws IllegalStateException if operations are imported already
     */
    public void keepImporting(PeerImportOptions rules) {
        ImportFollower fresh = newImport(rules);
        try {
            fresh.begin();
        } catch (RuntimeException e) {
            // The follower remembers it, and tries again.
        }
        fresh.start();
    }

    private ImportFollower newImport(PeerImportOptions rules) {
        PeerImport imports = new PeerImport(this, registry, rules);
        ImportFollower fresh = new ImportFollower(this, imports, rules.grace());
        if (!imported.compareAndSet(null, fresh)) {
            throw new IllegalStateException(
                    "the operations of " + name() + " are imported already");
        }
        return fresh;
    }

    /** Removes all imported operations from our registry; running calls continue. */
    public void dropImported() {
        ImportFollower now = imported.getAndSet(null);
        if (now != null) {
            now.end();
        }
    }

    /** The ids of what is imported now, as they are here. */
    public Set<String> importedIds() {
        ImportFollower now = imported.get();
        return now == null ? Set.of() : now.imports.ids();
    }

    /** Whether calls of an operation of our registry go to the peer, maybe among others. */
    public boolean provides(String operationId) {
        Providers providers = providers(operationId);
        return providers != null && providers.has(this);
    }

    /** Why the peer could not be asked for its operations the last time; empty if it could. */
    public Optional<String> importProblem() {
        return Optional.ofNullable(imported.get()).flatMap(ImportFollower::problem);
    }

    /** The peers to which calls of an operation of our registry go; null if it is our own. */
    @Nullable Providers providers(String operationId) {
        return origin(operationId) instanceof Providers providers ? providers : null;
    }

    private OperationBinding.@Nullable Origin origin(String operationId) {
        return registry.binding(operationId).map(OperationBinding::origin).orElse(null);
    }

    /**
     * What the peer offers and is not imported, by its id there or here, with the reasons; for
     * people to read.
     */
    public Map<String, String> notImported() {
        ImportFollower now = imported.get();
        return now == null ? Map.of() : now.imports.leftOut();
    }

    /** From here to where an operation runs; null if the only way is over the peer itself. */
    private @Nullable List<String> path(String id) {
        return switch (origin(id)) {
            case Relayed described -> described.path();
            case Providers providers -> beginningHere(providers.pathFor(this));
            case null, default ->
                    registry.find(id)
                            .map(spec -> NodePath.of(registry, spec))
                            .orElseGet(() -> List.of(node.id()));
        };
    }

    private @Nullable List<String> beginningHere(@Nullable List<String> rest) {
        if (rest == null || rest.size() >= Providers.MAX_NODES) {
            return null;
        }
        List<String> path = new ArrayList<>(rest);
        path.addFirst(node.id());
        return path;
    }

    @Override
    public void close() {
        link.close();
        dropImported();
    }

    /** Receives the events of the link. */
    private final class Events implements LinkListener {
        @Override
        public Offering offering() {
            return handler.offering();
        }

        @Override
        public void up() {
            ImportFollower imports = imported.get();
            if (imports != null) {
                imports.start();
            }
        }

        @Override
        public void received(CallEvent event) {
            requests.received(event);
            handler.received(event);
        }

        @Override
        public void received(UnreadResult result) {
            requests.received(result);
        }

        @Override
        public void down(String reason) {
            requests.down(reason);
            handler.down(reason);
            ImportFollower imports = imported.get();
            if (imports != null) {
                imports.stop();
            }
        }
    }
}
