package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.web.AllowedOrigins;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The links of one endpoint, and who may open another. Threads may share it. */
final class AcceptedLinks {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketEndpoint.class);
    private static final LogCounter BUGS = new LogCounter();
    private static final int TOO_MANY = 429;

    private final Consumer<Link> accepted;
    private final AllowedOrigins origins;
    private final WebSocketOptions options;
    private final IntSupplier maxLinksPerCaller;
    private final Set<ServerLink> links = ConcurrentHashMap.newKeySet();

    AcceptedLinks(
            Consumer<Link> accepted,
            AllowedOrigins origins,
            WebSocketOptions options,
            IntSupplier maxLinksPerCaller) {
        this.accepted = accepted;
        this.origins = origins;
        this.options = options;
        this.maxLinksPerCaller = maxLinksPerCaller;
    }

    int count() {
        return links.size();
    }

    /** How long a peer may be silent. */
    Duration patience() {
        return options.keepAlive().timeout();
    }

    /**
     * Decides about a request.
     *
     * @param authentication asked if the origin may connect
     */
    Admission admit(UpgradeAttempt attempt, Supplier<Admission> authentication) {
        Admission admission = refused(attempt);
        if (admission == null) {
            admission = authenticate(attempt, authentication);
        }
        return admission instanceof Admission.Granted granted ? ifFew(granted, attempt) : admission;
    }

    private Admission ifFew(Admission.Granted granted, UpgradeAttempt attempt) {
        String owner = owner(granted, attempt);
        int max = maxLinksPerCaller.getAsInt();
        return hasAtMost(max - 1, owner)
                ? granted
                : new Admission.Refused(TOO_MANY, tooMany(max), null);
    }

    private boolean hasAtMost(int max, String owner) {
        return max >= Integer.MAX_VALUE - 1
                || links.stream().filter(link -> link.owner().equals(owner)).count() <= max;
    }

    private static String tooMany(int max) {
        return "more than " + max + " links of one caller";
    }

    /** Whose links are counted together. */
    private static String owner(Admission.Granted granted, UpgradeAttempt attempt) {
        return switch (granted.caller()) {
            case Caller.Authenticated(var identity) -> "id " + identity.id();
            case Caller.Anonymous anonymous -> host(attempt);
            case Caller.Trusted trusted -> host(attempt);
        };
    }

    private static String host(UpgradeAttempt attempt) {
        String address = attempt.remoteAddress();
        int port = address.lastIndexOf(':');
        return port < 0 ? address : address.substring(0, port);
    }

    /** The refusal of a page whose origin may not connect; other clients name no origin. */
    private @Nullable Admission refused(UpgradeAttempt attempt) {
        String origin = attempt.header("origin").orElse(null);
        String host = attempt.header("host").orElse(null);
        return origin == null || origins.allows(origin) || AllowedOrigins.isOwn(origin, host)
                ? null
                : Admission.forbidden("pages of " + origin + " may not connect");
    }

    private static Admission authenticate(
            UpgradeAttempt attempt, Supplier<Admission> authentication) {
        try {
            return authentication.get();
        } catch (RuntimeException | Error e) {
            if (BUGS.due(e.toString()) > 0) {
                LOG.error("Authenticating {} failed", attempt, e);
            }
            return new Admission.Refused(500, "authentication failed", null);
        }
    }

    private static String name(Admission.Granted granted, UpgradeAttempt attempt) {
        return switch (granted.caller()) {
            case Caller.Authenticated(var identity) ->
                    identity.id() + " at " + attempt.remoteAddress();
            case Caller.Anonymous anonymous -> attempt.remoteAddress();
            case Caller.Trusted trusted -> attempt.remoteAddress();
        };
    }

    /** Takes a WebSocket that was upgraded. Does not block. */
    void accept(Admission.Granted granted, UpgradeAttempt attempt, Socket socket) {
        ServerLink.Upgrade upgrade =
                new ServerLink.Upgrade(name(granted, attempt), owner(granted, attempt), granted);
        ServerLink link = new ServerLink(upgrade, options, socket, this::remove);
        links.add(link);
        link.closeAtExpiry(TimeSource.system());
        Thread.startVirtualThread(() -> handOver(link));
    }

    private void remove(ServerLink link) {
        links.remove(link);
        link.forgetExpiry();
    }

    private void handOver(ServerLink link) {
        // Those that were admitted at once did not know of each other.
        int max = maxLinksPerCaller.getAsInt();
        if (!hasAtMost(max, link.owner())) {
            link.close(CloseCode.TRY_AGAIN_LATER, tooMany(max));
            return;
        }
        try {
            accepted.accept(link);
        } catch (RuntimeException | Error e) {
            if (BUGS.due(e.toString()) > 0) {
                LOG.error("Accepting the link from {} failed", link.name(), e);
            }
            link.close(CloseCode.INTERNAL_ERROR, "accepting the link failed");
        }
    }

    /** Closes the links of some callers. */
    void close(Predicate<Caller> whose, int code, String reason) {
        List<Thread> closing =
                links.stream()
                        .filter(link -> whose.test(link.peer()))
                        .map(link -> Thread.startVirtualThread(() -> link.close(code, reason)))
                        .toList();
        for (Thread thread : closing) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
