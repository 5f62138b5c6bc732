package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.jetty.PemTls;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.protocol.PeerImportOptions;
import dev.alkdev.operations.websocket.ReconnectOptions;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operations of another hub, over a link that this one opens. Threads may share it. */
final class PeerSource implements HubSource {
    private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(5);

    private final PeerSourceConfig config;
    private final HubParts parts;
    private final LocalRules rules;
    private final Mutex lock = new Mutex();
    private volatile @Nullable WebSocketClientLink link;
    private volatile @Nullable Peer peer;
    private volatile @Nullable String notLinked;
    private volatile boolean asked;
    private volatile boolean withdrawn;
    private volatile boolean closed;

    PeerSource(PeerSourceConfig config, HubParts parts) {
        this.config = config;
        this.parts = parts;
        this.rules = new LocalRules(config);
    }

    /** Peers share what both of them bring, until the one before is withdrawn. */
    @Override
    public boolean follow(HubSource other) {
        return true;
    }

    @Override
    public void start() {
        refresh();
    }

    private void connect() {
        WebSocketClientLink fresh;
        try {
            fresh = newLink();
            notLinked = null;
        } catch (RuntimeException e) {
            // Certificates that cannot be read, for instance; they may be there the next time.
            notLinked = String.valueOf(e.getMessage());
            return;
        }
        asked = false;
        link = fresh;
        Peer other = Peer.over(fresh, parts.registry(), answering());
        peer = other;
        // Tokens may have come since the terms were asked, when there was no peer to tell yet.
        tokensChanged();
        try {
            // If it fails, the status tells, and the link goes on trying.
            fresh.awaitAttempt(FIRST_ATTEMPT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        importFrom(other);
    }

    /**
     * How the requests of the peer are answered. Who needs no token at the door needs none here;
     * otherwise the link would be a second door without one, unless the config opens it.
     */
    private HandlerOptions answering() {
        return offers() ? parts.answering() : parts.answering().offeringNothing();
    }

    /** Whether the peer gets to see and call anything now; new tokens change that. */
    private boolean offers() {
        boolean trusted = config.trust().calls() || config.trust().identities();
        Boolean given = config.offer();
        return given == null ? trusted || parts.isOpen() : given;
    }

    private void importFrom(Peer other) {
        PeerImportOptions imported =
                PeerImportOptions.of(rules)
                        .withTimeout(config.rules().timeout())
                        .withOrigin(rules.origin)
                        // The link reconnects by itself: they are away, not gone.
                        .withGrace(null);
        NormalizeMode mode = config.rules().normalize();
        other.keepImporting(mode == null ? imported : imported.withNormalize(mode));
        asked = true;
        if (withdrawn) {
            other.dropImported();
        }
    }

    private WebSocketClientLink newLink() {
        // Who refuses a token now may take it later; until then it is away like any other peer.
        WebSocketClientLink.Builder builder =
                WebSocketClientLink.to(config.url())
                        .reconnect(ReconnectOptions.defaults().withGiveUpWhenRefused(false));
        Secret token = config.token();
        if (token != null) {
            builder.bearerToken(token::value);
        }
        if (config.trust().certificates() != null) {
            builder.sslContext(PemTls.trusting(config.trust().certificates()));
        }
        if (config.trust().calls()) {
            builder.peer(Caller.trusted());
        }
        if (config.trust().identities()) {
            builder.trustingIdentities();
        }
        return builder.build();
    }

    @Override
    public OperationSource.Status status() {
        WebSocketClientLink now = link;
        Peer other = peer;
        if (closed) {
            return new OperationSource.Status(State.CLOSED, 0, null);
        }
        String unlinked = notLinked;
        if (unlinked != null) {
            return new OperationSource.Status(State.FAILED, 0, unlinked);
        }
        if (now == null || other == null) {
            return new OperationSource.Status(State.NEW, 0, null);
        }
        int operations = other.importedIds().size();
        if (!asked && now.problem().isEmpty()) {
            // The link may be up a little before its operations are here.
            return new OperationSource.Status(State.NEW, operations, null);
        }
        Optional<String> problem = now.problem().or(other::importProblem);
        return problem.isPresent()
                ? new OperationSource.Status(State.FAILED, operations, problem.get())
                : new OperationSource.Status(
                        State.READY, operations, leftOut(other), other.notImported());
    }

    @Override
    public Optional<Linked> link() {
        WebSocketClientLink now = link;
        Peer other = peer;
        return Optional.of(
                new Linked(
                        HubConsoleSources.WEBSOCKET,
                        now != null && now.isUp(),
                        other == null ? Set.of() : other.importedIds()));
    }

    /** What of the peer's operations is not here, and why, or which rules fit none of them. */
    private @Nullable String leftOut(Peer other) {
        Map<String, String> reasons = other.notImported();
        if (reasons.isEmpty()) {
            return rules.unfit();
        }
        Map.Entry<String, String> first = reasons.entrySet().iterator().next();
        return reasons.size()
                + " operations are not imported, as "
                + first.getKey()
                + ": "
                + first.getValue();
    }

    /** The link heals by itself, unless it was never made. */
    @Override
    public void refresh() {
        try (Registration held = lock.hold()) {
            if (withdrawn) {
                return;
            }
            Peer other = peer;
            if (other == null) {
                connect();
            } else if (other.importProblem().isPresent() && other.importedIds().isEmpty()) {
                // The import may have been given up.
                other.dropImported();
                importFrom(other);
            }
        }
    }

    /** The reverse needs no care: a hub never gives up its last token without a restart. */
    @Override
    public void tokensChanged() {
        Peer other = peer;
        if (other != null && !offers()) {
            other.stopOffering();
        }
    }

    @Override
    public SourceOrigin origin() {
        return rules.origin;
    }

    @Override
    public void withdraw() {
        withdrawn = true;
        Peer other = peer;
        if (other != null) {
            other.dropImported();
        }
    }

    @Override
    public void close() {
        withdrawn = true;
        closed = true;
        try (Registration held = lock.hold()) {
            Peer other = peer;
            if (other != null) {
                other.close();
            }
        }
    }
}
