package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.web.AllowedOrigins;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * A path of a Jetty server where links are accepted. Threads may share it.
 *
 * <pre>{@code
 * WebSocketEndpoint endpoint =
 *         WebSocketEndpoint.at("/operations", link -> Peer.over(link, registry))
 *                 .authenticator(attempt -> ...)
 *                 .build();
 * server.setHandler(endpoint.handler());
 * }</pre>
 */
public final class WebSocketEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketEndpoint.class);
    private static final LogCounter BUGS = new LogCounter();
    private static final int BUFFER_SIZE = 64 * 1024;
    private static final int TOO_MANY = 429;

    private final String path;
    private final Consumer<Link> accepted;
    private final Authenticator authenticator;
    private final AllowedOrigins origins;
    private final WebSocketOptions options;
    private final IntSupplier maxLinksPerCaller;
    private final Set<ServerLink> links = ConcurrentHashMap.newKeySet();

    private WebSocketEndpoint(Builder builder) {
        this.path = builder.path;
        this.accepted = builder.accepted;
        this.authenticator = builder.authenticator;
        this.origins = builder.origins;
        this.options = builder.options;
        this.maxLinksPerCaller = builder.maxLinksPerCaller;
    }

    /**
     * Describes an endpoint.
     *
     * @param accepted gets each link that is made, on a virtual thread of its own, and opens it
     */
    public static Builder at(String path, Consumer<Link> accepted) {
        return new Builder(path, accepted);
    }

    /** The optional parts of an endpoint. Not for several threads. */
    public static final class Builder {
        private final String path;
        private final Consumer<Link> accepted;
        private Authenticator authenticator = Authenticator.anonymous();
        private AllowedOrigins origins = AllowedOrigins.of();
        private WebSocketOptions options = WebSocketOptions.defaults();
        private IntSupplier maxLinksPerCaller = () -> Integer.MAX_VALUE;

        private Builder(String path, Consumer<Link> accepted) {
            if (!path.startsWith("/")) {
                throw new IllegalArgumentException("path should begin with / but is " + path);
            }
            this.path = path;
            this.accepted = accepted;
        }

        /** Who may open a link; without it everybody may, as {@link Caller#anonymous()}. */
        public Builder authenticator(Authenticator authenticator) {
            this.authenticator = authenticator;
            return this;
        }

        /** Allows browsers from these origins besides the server's own. */
        public Builder allowedOrigins(String... allowed) {
            this.origins = AllowedOrigins.of(allowed);
            return this;
        }

        /**
         * Allows browsers from all origins. Safe only where nothing is granted by cookie or
         * network.
         */
        public Builder anyOrigin() {
            this.origins = AllowedOrigins.anywhere();
            return this;
        }

        public Builder options(WebSocketOptions options) {
            this.options = options;
            return this;
        }

        /**
         * How many links one caller may have open, checked at each attempt; any number by default.
         * Of those without an identity, those of one address are one caller.
         */
        public Builder maxLinksPerCaller(IntSupplier maxLinksPerCaller) {
            this.maxLinksPerCaller = maxLinksPerCaller;
            return this;
        }

        public WebSocketEndpoint build() {
            return new WebSocketEndpoint(this);
        }
    }

    public String path() {
        return path;
    }

    /** How many links are open. */
    public int linkCount() {
        return links.size();
    }

    /** The handler that accepts links; other requests go to the handler within it. */
    public WebSocketUpgradeHandler handler() {
        WebSocketUpgradeHandler handler = new WebSocketUpgradeHandler();
        handler.getConfiguration().setInputBufferSize(BUFFER_SIZE);
        handler.getConfiguration().setOutputBufferSize(BUFFER_SIZE);
        handler.addMapping(path, this::upgrade);
        return handler;
    }

    private @Nullable FrameHandler upgrade(
            ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        UpgradeAttempt attempt = attempt(request);
        Admission admission = refused(attempt);
        if (admission == null) {
            admission = admit(attempt);
        }
        if (admission instanceof Admission.Granted granted) {
            admission = ifFew(granted, attempt);
        }
        return switch (admission) {
            case Admission.Granted granted -> {
                // Compression costs more than it saves between machines that are near.
                response.setExtensions(List.of());
                if (request.hasSubProtocol(Wire.LINES)) {
                    response.setAcceptedSubProtocol(Wire.LINES);
                }
                ServerLink.Upgrade upgrade =
                        new ServerLink.Upgrade(
                                name(granted, attempt), owner(granted, attempt), granted);
                yield new SocketEvents(events -> accept(upgrade, events));
            }
            case Admission.Refused refused -> {
                refuse(refused, response, callback);
                yield null;
            }
        };
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

    private Admission admit(UpgradeAttempt attempt) {
        try {
            return authenticator.admit(attempt);
        } catch (RuntimeException e) {
            if (BUGS.due(e.toString()) > 0) {
                LOG.error("Authenticating {} failed", attempt, e);
            }
            return new Admission.Refused(500, "authentication failed", null);
        }
    }

    private static void refuse(
            Admission.Refused refused, ServerUpgradeResponse response, Callback callback) {
        if (refused.challenge() != null) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, refused.challenge());
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
        response.setStatus(refused.status());
        org.eclipse.jetty.io.Content.Sink.write(response, true, refused.reason(), callback);
    }

    private static UpgradeAttempt attempt(Request request) {
        Map<String, List<String>> headers = new HashMap<>();
        for (HttpField field : request.getHeaders()) {
            String name = field.getLowerCaseName();
            headers.put(name, request.getHeaders().getValuesList(name));
        }
        String remote = Request.getRemoteAddr(request) + ":" + Request.getRemotePort(request);
        return new UpgradeAttempt(request.getHttpURI().toURI(), headers, remote);
    }

    private static String name(Admission.Granted granted, UpgradeAttempt attempt) {
        return switch (granted.caller()) {
            case Caller.Authenticated(var identity) ->
                    identity.id() + " at " + attempt.remoteAddress();
            case Caller.Anonymous anonymous -> attempt.remoteAddress();
            case Caller.Trusted trusted -> attempt.remoteAddress();
        };
    }

    private void accept(ServerLink.Upgrade upgrade, SocketEvents events) {
        ServerLink link = new ServerLink(upgrade, options, events, this::remove);
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
        } catch (RuntimeException e) {
            if (BUGS.due(e.toString()) > 0) {
                LOG.error("The link to {} could not be taken", link.name(), e);
            }
            link.close(CloseCode.INTERNAL_ERROR, "the link could not be taken");
        }
    }

    /** Closes the links of some callers, because their right to be here has ended. */
    public void closeLinks(Predicate<Caller> whose, String reason) {
        close(whose, CloseCode.POLICY, reason);
    }

    /** Closes all links, telling the peers that the server is going away. */
    @Override
    public void close() {
        close(caller -> true, CloseCode.GOING_AWAY, "the server stops");
    }

    private void close(Predicate<Caller> whose, int code, String reason) {
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
