package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.ImportRules;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.Peer;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Takes the links that others open: serves them the hub's operations, and imports theirs as long as
 * they stay. Who has shown a token needs the scope {@value #OFFER} for the latter. Threads share
 * it.
 */
final class LinkAcceptor implements Consumer<Link> {
    /** The scope of those whose operations the hub imports. */
    static final String OFFER = "hub:offer";

    private final OperationRegistry registry;
    private final HandlerOptions options;
    private final Predicate<String> ownNamespace;
    private final Map<Link, Peer> peers = new ConcurrentHashMap<>();

    /**
     * For the links of a hub.
     *
     * @param ownNamespace whether a namespace is that of a source of the hub. Nobody else may offer
     *     operations in it, since the source may be slower than a link
     */
    LinkAcceptor(
            OperationRegistry registry, HandlerOptions options, Predicate<String> ownNamespace) {
        this.registry = registry;
        this.options = options;
        this.ownNamespace = ownNamespace;
    }

    @Override
    public void accept(Link link) {
        Peer peer = Peer.over(link, registry, options);
        // A link that was lost does not come back: its peer opens another one.
        peers.keySet().removeIf(other -> !other.isUp());
        peers.put(link, peer);
        if (mayOffer(link.peer())) {
            peer.keepImporting(ImportRules.of(this::localForm));
        }
    }

    private Optional<OperationSpec> localForm(OperationSpec offered) {
        if (ownNamespace.test(offered.namespace())) {
            throw new IllegalArgumentException("its namespace is that of a source of this hub");
        }
        return Optional.of(offered);
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
