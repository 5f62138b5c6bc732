package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;
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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * Where links are accepted: a path of a Jetty server, or a {@link LinkServlet} of another
 * container. Threads may share it.
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
    private static final int BUFFER_SIZE = 64 * 1024;

    private final String path;
    private final Authenticator authenticator;
    private final AcceptedLinks links;

    private WebSocketEndpoint(Builder builder) {
        this.path = builder.path;
        this.authenticator = builder.authenticator;
        this.links =
                new AcceptedLinks(
                        builder.accepted,
                        builder.origins,
                        builder.options,
                        builder.maxLinksPerCaller);
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
        return links.count();
    }

    AcceptedLinks links() {
        return links;
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
        return switch (links.admit(attempt, () -> authenticator.admit(attempt))) {
            case Admission.Granted granted -> {
                // Compression costs more than it saves between machines that are near.
                response.setExtensions(List.of());
                if (request.hasSubProtocol(Lines.PROTOCOL)) {
                    response.setAcceptedSubProtocol(Lines.PROTOCOL);
                }
                yield new JettySocket(socket -> links.accept(granted, attempt, socket));
            }
            case Admission.Refused refused -> {
                refuse(refused, response, callback);
                yield null;
            }
        };
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

    /** Closes the links of some callers, because their right to be here has ended. */
    public void closeLinks(Predicate<Caller> whose, String reason) {
        links.close(whose, CloseCode.POLICY, reason);
    }

    /** Closes all links with the reason that the server is going away. */
    @Override
    public void close() {
        links.close(caller -> true, CloseCode.GOING_AWAY, "the server stops");
    }
}
