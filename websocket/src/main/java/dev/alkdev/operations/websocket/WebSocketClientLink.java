package dev.alkdev.operations.websocket;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.LinkListener;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * The client's end of a link. It connects when it is opened, and again whenever the connection is
 * lost or refused, until it is closed or its {@link ReconnectOptions} are used up. Pending calls
 * fail at once when the connection is lost. Threads may share it.
 *
 * <pre>{@code
 * WebSocketClientLink link =
 *         WebSocketClientLink.to(URI.create("wss://hub.example/operations"))
 *                 .bearerToken(tokens::current)
 *                 .build();
 * Peer hub = Peer.over(link, registry);
 * link.awaitUp(Duration.ofSeconds(10));
 * }</pre>
 */
public final class WebSocketClientLink implements Link {
    private final ClientOptions settings;
    private final Connector connector;

    private WebSocketClientLink(ClientOptions settings) {
        this.settings = settings;
        this.connector = new Connector(this, settings);
    }

    /** Describes a link to a {@code ws} or {@code wss} address. */
    public static Builder to(URI uri) {
        return new Builder(uri);
    }

    /** The optional parts of a client link. Not for several threads. */
    public static final class Builder {
        private final URI uri;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private @Nullable Supplier<String> bearerToken;
        private @Nullable SSLContext sslContext;
        private Duration connectTimeout = Duration.ofSeconds(10);
        private ReconnectOptions reconnect = ReconnectOptions.defaults();
        private WebSocketOptions options = WebSocketOptions.defaults();
        private Caller peer = Caller.anonymous();
        private boolean trustsIdentities;

        private Builder(URI uri) {
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (!Set.of("ws", "wss").contains(scheme) || uri.getHost() == null) {
                throw new IllegalArgumentException(
                        "uri should be a ws or wss address but is " + ClientOptions.nameOf(uri));
            }
            if (uri.getRawFragment() != null) {
                // The client would refuse it, and quote the whole of it.
                throw new IllegalArgumentException(
                        "uri should have no fragment: " + ClientOptions.nameOf(uri));
            }
            this.uri = uri;
        }

        /** Called for a token before each attempt to connect; may block. */
        public Builder bearerToken(Supplier<String> bearerToken) {
            this.bearerToken = bearerToken;
            return this;
        }

        /** Sends a header with each attempt to connect. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** Whom to trust and what keys to show with {@code wss}; the JDK's default without it. */
        public Builder sslContext(SSLContext sslContext) {
            this.sslContext = sslContext;
            return this;
        }

        /** How long one attempt to connect may take; 10 s by default. */
        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = Durations.requirePositive("connectTimeout", connectTimeout);
            return this;
        }

        public Builder reconnect(ReconnectOptions reconnect) {
            this.reconnect = reconnect;
            return this;
        }

        public Builder options(WebSocketOptions options) {
            this.options = options;
            return this;
        }

        /** As whom the server calls our operations; {@link Caller#anonymous()} by default. */
        public Builder peer(Caller peer) {
            this.peer = peer;
            return this;
        }

        /** Takes the identity in the server's requests for true. */
        public Builder trustingIdentities() {
            this.trustsIdentities = true;
            return this;
        }

        /**
         * For a spoke that trusts its hub: the hub sees all our operations, and each call it sends
         * runs as the caller the hub names. What the hub calls for itself is not checked.
         */
        public Builder trustingHub() {
            return peer(Caller.trusted()).trustingIdentities();
        }

        public WebSocketClientLink build() {
            return new WebSocketClientLink(
                    new ClientOptions(
                            uri,
                            Map.copyOf(headers),
                            bearerToken,
                            sslContext,
                            connectTimeout,
                            reconnect,
                            options,
                            peer,
                            trustsIdentities));
        }
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public Caller peer() {
        return settings.peer();
    }

    @Override
    public boolean trustsIdentities() {
        return settings.trustsIdentities();
    }

    /** Begins to connect and returns at once. */
    @Override
    public void open(LinkListener listener) {
        connector.start(listener);
    }

    /**
     * Waits until the link is up.
     *
     * @throws CallException with the reason: {@code UNAVAILABLE} if the link is not up in time, was
     *     given up or closed; {@code ACCESS_DENIED} at once if the server refused the last attempt
     *     to connect, after which the link still retries with the next token; {@code ABORTED} if
     *     this thread is interrupted
     */
    public void awaitUp(Duration patience) {
        connector.awaitUp(patience);
    }

    /**
     * Waits until the link is up, or an attempt to connect has failed; {@link #problem} has the
     * reason.
     */
    public void awaitAttempt(Duration patience) throws InterruptedException {
        connector.awaitAttempt(patience);
    }

    /** Why it is not up; empty if it is. */
    public Optional<String> problem() {
        return isUp() ? Optional.empty() : Optional.of(connector.whyDown());
    }

    /** The connection of now, if there is one. */
    @Nullable Connection connection() {
        return connector.connection();
    }

    @Override
    public boolean isOutgoing() {
        return true;
    }

    @Override
    public boolean isUp() {
        return connector.isUp();
    }

    @Override
    public boolean writesAtOnce() {
        return true;
    }

    @Override
    public void send(CallEvent event) {
        Connection now = connection();
        if (now == null) {
            throw connector.unavailable();
        }
        now.send(event);
    }

    @Override
    public void close() {
        connector.close();
    }
}
