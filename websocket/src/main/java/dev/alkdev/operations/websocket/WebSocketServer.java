package dev.alkdev.operations.websocket;

import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

import java.net.URI;

/** A server that does nothing but accept links at one endpoint. Threads may share it. */
public final class WebSocketServer implements AutoCloseable {
    private final Server server;
    private final int port;
    private final WebSocketEndpoint endpoint;
    private final URI uri;

    private WebSocketServer(Server server, ServerConnector connector, Builder builder) {
        this.server = server;
        this.port = connector.getLocalPort();
        this.endpoint = builder.endpoint;
        String scheme = builder.tls == null ? "ws" : "wss";
        String host = builder.host.contains(":") ? "[" + builder.host + "]" : builder.host;
        this.uri = URI.create(scheme + "://" + host + ":" + port + endpoint.path());
    }

    /** Describes a server on a free port of this machine's loopback. */
    public static Builder serving(WebSocketEndpoint endpoint) {
        return new Builder(endpoint);
    }

    /** The optional parts of a server. Not for several threads. */
    public static final class Builder {
        private final WebSocketEndpoint endpoint;
        private String host = "127.0.0.1";
        private int port;
        private SslContextFactory.@Nullable Server tls;

        private Builder(WebSocketEndpoint endpoint) {
            this.endpoint = endpoint;
        }

        public Builder host(String host) {
            this.host = host;
            return this;
        }

        /** The port; 0 takes a free one. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** Serves {@code wss} with these keys. */
        public Builder tls(SslContextFactory.Server tls) {
            this.tls = tls;
            return this;
        }

        /**
         * Starts the server.
         *
         * @throws IllegalStateException if it cannot start, for instance because the port is taken
         */
        public WebSocketServer start() {
            QueuedThreadPool threads = new QueuedThreadPool(32, 4);
            threads.setName("operations-websocket");
            Server server = new Server(threads);
            ServerConnector connector = connector(server);
            server.addConnector(connector);
            server.setHandler(endpoint.handler());
            try {
                server.start();
            } catch (Exception e) {
                stop(server);
                throw new IllegalStateException(
                        "the server could not start on " + host + ":" + port, e);
            }
            return new WebSocketServer(server, connector, this);
        }

        private ServerConnector connector(Server server) {
            HttpConfiguration http = new HttpConfiguration();
            http.setHeaderCacheCaseSensitive(true);
            http.setSendServerVersion(false);
            HttpConnectionFactory plain = new HttpConnectionFactory(http);
            ServerConnector connector;
            if (tls == null) {
                connector = new ServerConnector(server, 1, 1, plain);
            } else {
                http.addCustomizer(new SecureRequestCustomizer());
                SslConnectionFactory secure = new SslConnectionFactory(tls, plain.getProtocol());
                connector = new ServerConnector(server, 1, 1, secure, plain);
            }
            connector.setHost(host);
            connector.setPort(port);
            connector.setReuseAddress(true);
            return connector;
        }
    }

    public int port() {
        return port;
    }

    /** Where clients connect to. */
    public URI uri() {
        return uri;
    }

    /** Closes all links with code 1001 and stops the server. Closing twice does nothing. */
    @Override
    public void close() {
        endpoint.close();
        stop(server);
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server could not be stopped", e);
        }
    }
}
