package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.protocol.PeerImportOptions;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes the links that others open: serves them the hub's operations, and imports theirs as long as
 * they stay. Who has shown a token needs the scope {@value #OFFER} for the latter. Threads share
 * it.
 */
final class LinkAcceptor implements Consumer<Link> {
    /** The scope of those whose operations the hub imports. */
    static final String OFFER = "hub:offer";

    private static final Logger LOG = LoggerFactory.getLogger(LinkAcceptor.class);

    private final OperationRegistry registry;
    private final HandlerOptions options;
    private final OfferRules rules;
    private final Duration grace;
    private final Map<Link, Linked> peers = new ConcurrentHashMap<>();
    private final LogCounter unscoped = new LogCounter();

    /** A link and since when it is there, in milliseconds since 1970. */
    record Linked(Link link, Peer peer, long since) {}

    /**
     * Who may offer which operations over a link that they opened.
     *
     * @param ownNamespace whether a namespace is that of a source of the hub. Nobody else may offer
     *     operations in it, since the source may be slower than a link
     * @param tokens those that are accepted now
     */
    record OfferRules(Predicate<String> ownNamespace, Supplier<List<TokenConfig>> tokens) {

        /**
         * Checks that somebody may offer an operation.
         *
         * @throws IllegalArgumentException saying why not
         */
        void check(OperationSpec offered, Caller caller) {
            if (ownNamespace.test(offered.namespace())) {
                throw new IllegalArgumentException("its namespace is that of a source of this hub");
            }
            if (!(caller instanceof Caller.Authenticated(Identity identity))) {
                return;
            }
            List<Glob> granted = granted(identity);
            if (granted.stream().anyMatch(glob -> glob.matches(offered.id()))) {
                return;
            }
            if (!granted.isEmpty()) {
                throw new IllegalArgumentException(
                        "the token of "
                                + identity.id()
                                + " may offer only "
                                + granted.stream()
                                        .map(Glob::pattern)
                                        .collect(Collectors.joining(", ")));
            }
            if (granted(token -> true).anyMatch(glob -> glob.matches(offered.id()))) {
                throw new IllegalArgumentException(
                        "it belongs to tokens that name it in their offers");
            }
        }

        /**
         * Whose an offered id becomes: of the first who offers it, unless a token names it. Null
         * for those who share.
         */
        @Nullable String owner(Caller caller) {
            return caller instanceof Caller.Authenticated(Identity identity)
                            && granted(identity).isEmpty()
                    ? identity.id()
                    : null;
        }

        private List<Glob> granted(Identity identity) {
            return granted(token -> token.id().equals(identity.id())).toList();
        }

        private Stream<Glob> granted(Predicate<TokenConfig> which) {
            return tokens.get().stream().filter(which).flatMap(token -> token.offers().stream());
        }
    }

    /**
     * For the links of a hub.
     *
     * @param grace how long operations stay whose link is down
     */
    LinkAcceptor(
            OperationRegistry registry, HandlerOptions options, OfferRules rules, Duration grace) {
        this.registry = registry;
        this.options = options;
        this.rules = rules;
        this.grace = grace;
    }

    @Override
    public void accept(Link link) {
        Peer peer = Peer.over(link, registry, options);
        // A link that was lost does not come back: its peer opens another one.
        peers.keySet().removeIf(other -> !other.isUp());
        peers.put(link, new Linked(link, peer, System.currentTimeMillis()));
        Caller caller = link.peer();
        if (caller instanceof Caller.Authenticated(Identity identity)
                && !identity.scopes().contains(OFFER)) {
            if (unscoped.due(identity.id()) > 0) {
                LOG.info(
                        "{} is linked without the scope {}: its operations, if any, are not"
                                + " imported",
                        identity.id(),
                        OFFER);
            }
            return;
        }
        peer.keepImporting(
                PeerImportOptions.of(
                                offered -> {
                                    rules.check(offered, caller);
                                    return Optional.of(offered);
                                })
                        .withOwner(rules.owner(caller))
                        .withGrace(grace));
    }

    /** The links that are up. */
    List<Linked> links() {
        return peers.values().stream().filter(each -> each.link.isUp()).toList();
    }

    /** How many calls of linked peers are not answered yet. */
    int activeCount() {
        return peers.values().stream().mapToInt(each -> each.peer.handler().activeCount()).sum();
    }
}
