package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The other end of a link: it may call the operations of our registry, and we may call, list and
 * import its own. Threads may share it.
 */
public final class Peer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Peer.class);
    private static final int PAGE = 500;

    private final Link link;
    private final OperationRegistry registry;
    private final PendingRequests requests;
    private final CallHandler handler;
    private final AtomicReference<@Nullable PeerImport> imported = new AtomicReference<>();

    private Peer(Link link, OperationRegistry registry, HandlerOptions options) {
        this.link = link;
        this.registry = registry;
        TimeSource time = registry.time();
        this.requests = new PendingRequests(link, time);
        this.handler =
                new CallHandler(link, registry, Services.about(registry, this::isOffered), options);
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
    public ResponseEnvelope<JsonNode> call(String operationId, JsonNode input) {
        return requests.call(operationId, input);
    }

    /** Opens a subscription of the peer. */
    public Subscription<JsonNode> subscribe(String operationId, JsonNode input) {
        return requests.subscribe(operationId, input);
    }

    /**
     * All operations of the peer that we may use.
     *
     * @throws CallException if it cannot be asked
     */
    public List<OperationSpec> operations() {
        List<OperationSpec> operations = new ArrayList<>();
        ObjectNode query = JsonNodeFactory.instance.objectNode().put("limit", PAGE);
        while (true) {
            JsonNode page = requests.call(Services.LIST, query).data();
            page.path("operations").forEach(spec -> read(spec, operations));
            if (!page.has("nextCursor")) {
                return operations;
            }
            query = query.deepCopy().put("cursor", page.get("nextCursor").asString());
        }
    }

    /** One spec that cannot be read does not hide the others. */
    private void read(JsonNode spec, List<OperationSpec> operations) {
        try {
            operations.add(OperationSpec.fromJson(spec));
        } catch (IllegalArgumentException e) {
            LOG.warn("{} offers an operation that cannot be used: {}", name(), e.getMessage());
        }
    }

    /**
     * Registers the peer's operations in our registry, and keeps them as the peer does: they come
     * and go with its own and with the link. Calls of them are forwarded; envelope, errors,
     * streams, deadline and abort pass through.
     *
     * @throws IllegalStateException if it was called before
     * @throws CallException if the peer cannot be asked now
     */
    public void importOperations() {
        importOperations(spec -> true);
    }

    /** As {@link #importOperations()}, only for operations that are wanted. */
    public void importOperations(Predicate<OperationSpec> wanted) {
        PeerImport fresh = new PeerImport(this, registry, wanted);
        if (!imported.compareAndSet(null, fresh)) {
            throw new IllegalStateException(
                    "the operations of " + name() + " are imported already");
        }
        if (link.isUp()) {
            fresh.synchronize();
            Thread.startVirtualThread(() -> follow(fresh));
        }
    }

    /** The ids of what is imported now. */
    public Set<String> importedIds() {
        PeerImport now = imported.get();
        return now == null ? Set.of() : now.ids();
    }

    /** Imports anew whenever the peer tells of a change, until the link goes down. */
    private void follow(PeerImport imports) {
        try (Subscription<JsonNode> changes =
                requests.subscribe(Services.CHANGES, JsonNodeFactory.instance.objectNode())) {
            imports.synchronize();
            // The first item tells that the peer listens: what changed before it is seen then.
            while (changes.hasNext()) {
                changes.next();
                imports.synchronize();
            }
        } catch (CallException e) {
            if (link.isUp()) {
                LOG.warn("The operations of {} are no longer followed: {}", name(), e.getMessage());
            }
        }
    }

    /** What came from the peer alone is not offered back to it. */
    private boolean isOffered(String id) {
        Providers providers = PeerImport.providersOf(registry.handler(id).orElse(null));
        return providers == null || !providers.isOnly(this);
    }

    @Override
    public void close() {
        link.close();
    }

    /** What the link tells. */
    private final class Events implements LinkListener {
        @Override
        public void up() {
            PeerImport imports = imported.get();
            if (imports != null) {
                Thread.startVirtualThread(() -> follow(imports));
            }
        }

        @Override
        public void received(CallEvent event) {
            switch (event) {
                case CallEvent.Requested requested -> handler.received(requested);
                case CallEvent.Responded responded -> requests.received(responded);
                case CallEvent.Completed completed -> requests.received(completed);
                case CallEvent.Failed failed -> requests.received(failed);
                case CallEvent.Aborted aborted -> handler.received(aborted);
                case CallEvent.Credit credit -> handler.received(credit);
            }
        }

        @Override
        public void down(String reason) {
            requests.failAll(reason);
            handler.cancelAll(reason);
            PeerImport imports = imported.get();
            if (imports != null) {
                imports.clear();
            }
        }
    }
}
