package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.Peer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Takes the links that others open: serves them the hub's operations, and imports theirs as long as
 * they stay. Who has shown a token needs the scope {@value #OFFER} for the latter. Threads share
 * it.
 */
final class LinkAcceptor implements Consumer<Link> {
    private static final Logger LOG = LoggerFactory.getLogger(LinkAcceptor.class);

    /** The scope of those whose operations the hub imports. */
    static final String OFFER = "hub:offer";

    private final OperationRegistry registry;
    private final HandlerOptions options;
    private final Map<Link, Peer> peers = new ConcurrentHashMap<>();

    LinkAcceptor(OperationRegistry registry, HandlerOptions options) {
        this.registry = registry;
        this.options = options;
    }

    @Override
    public void accept(Link link) {
        Peer peer = Peer.over(link, registry, options);
        // A link that was lost does not come back: its peer opens another one.
        peers.keySet().removeIf(other -> !other.isUp());
        peers.put(link, peer);
        if (!mayOffer(link.peer())) {
            return;
        }
        try {
            peer.importOperations();
        } catch (CallException e) {
            // A peer that only calls need not answer questions.
            LOG.debug("{} offers nothing", link.name(), e);
        }
    }

    /** How many calls of linked peers are not answered yet. */
    int activeCount() {
        return peers.values().stream().mapToInt(peer -> peer.handler().activeCount()).sum();
    }

    private static boolean mayOffer(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) -> identity.scopes().contains(OFFER);
            case Caller.Anonymous anonymous -> true;
            case Caller.Trusted trusted -> true;
        };
    }
}
