package dev.alkdev.operations.hub;

import dev.alkdev.operations.websocket.WebSocketEndpoint;

import jakarta.servlet.http.HttpServlet;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.Executors;

/** The one port on which a hub serves everything. Threads may share it. */
final class HubServer implements AutoCloseable {
    private final Server server;
    private final ServerConnector connector;
    private final @Nullable WebSocketEndpoint endpoint;
    private final ListenConfig listen;

    private HubServer(
            Server server,
            ServerConnector connector,
            @Nullable WebSocketEndpoint endpoint,
            ListenConfig listen) {
        this.server = server;
        this.connector = connector;
        this.endpoint = endpoint;
        this.listen = listen;
    }

    /**
     * Starts a server.
     *
     * @param servlets by the paths they are mounted at
     * @throws IllegalStateException if it cannot, for instance because the port is taken
     */
    static HubServer start(
            HubConfig config,
            Map<String, HttpServlet> servlets,
            @Nullable WebSocketEndpoint endpoint) {
        QueuedThreadPool threads = new QueuedThreadPool(64, 4);
        threads.setName("operations-http");
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("operations-request ", 0).factory()));
        Server server = new Server(threads);
        ServerConnector connector = connector(server, config);
        server.addConnector(connector);
        server.setHandler(handler(server, config, servlets, endpoint));
        ListenConfig listen = config.listen();
        try {
            server.start();
        } catch (Exception e) {
            stop(server);
            throw new IllegalStateException(
                    "cannot listen on " + listen.host() + ":" + listen.port() + ": " + reason(e),
                    e);
        }
        return new HubServer(server, connector, endpoint, listen);
    }

    private static String reason(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return String.valueOf(cause.getMessage());
    }

    private static ServerConnector connector(Server server, HubConfig config) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(config.limits().headerBytes());
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        TlsConfig tls = config.listen().tls();
        ServerConnector connector;
        if (tls == null) {
            connector = new ServerConnector(server, 1, 1, plain);
        } else {
            http.addCustomizer(new SecureRequestCustomizer(false));
            SslContextFactory.Server keys = new SslContextFactory.Server();
            keys.setSslContext(PemTls.server(tls));
            connector =
                    new ServerConnector(
                            server,
                            1,
                            1,
                            new SslConnectionFactory(keys, plain.getProtocol()),
                            plain);
        }
        connector.setHost(config.listen().host());
        connector.setPort(config.listen().port());
        connector.setReuseAddress(true);
        return connector;
    }

    private static Handler handler(
            Server server,
            HubConfig config,
            Map<String, HttpServlet> servlets,
            @Nullable WebSocketEndpoint endpoint) {
        ServletContextHandler context = new ServletContextHandler("/");
        servlets.forEach(
                (path, servlet) -> {
                    ServletHolder holder = new ServletHolder(servlet);
                    holder.setAsyncSupported(true);
                    context.addServlet(holder, path);
                });
        Handler served = context;
        if (endpoint != null) {
            WebSocketUpgradeHandler links = endpoint.handler(server);
            links.setHandler(context);
            served = links;
        }
        if (config.isAuthenticated()) {
            return served;
        }
        LoopbackHosts local = new LoopbackHosts();
        local.setHandler(served);
        return local;
    }

    /** Where it is reached. */
    URI uri() {
        String host = listen.host().contains(":") ? "[" + listen.host() + "]" : listen.host();
        String scheme = listen.tls() == null ? "http" : "https";
        return URI.create(scheme + "://" + host + ":" + connector.getLocalPort());
    }

    /** Closes the links, tells the clients, and stops. */
    @Override
    public void close() {
        if (endpoint != null) {
            endpoint.close();
        }
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
