package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.http.JettyClientWatch;
import dev.alkdev.operations.http.SlowClients;
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
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.core.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/** The one port on which a hub serves everything. Threads may share it. */
final class HubServer {
    private static final Logger LOG = LoggerFactory.getLogger(HubServer.class);

    /** How long the head of a request may take, and clients may read slowly. */
    private static final Duration SLOW = Duration.ofSeconds(30);

    private static final long LEAST_BYTES_PER_SECOND = 1_024;

    private final Server server;
    private final ServerConnector connector;
    private final Parts parts;
    private final @Nullable ServerKeys keys;
    private final SlowClients slow;

    private HubServer(
            Server server, ServerConnector connector, Parts parts, @Nullable ServerKeys keys) {
        this.server = server;
        this.connector = connector;
        this.parts = parts;
        this.keys = keys;
        this.slow = SlowClients.watch(connector, SLOW, LEAST_BYTES_PER_SECOND);
    }

    /**
     * What is served.
     *
     * @param servlets by the paths they are mounted at
     * @param answering how many calls over links are not answered yet
     * @param watch notices clients that go away
     */
    record Parts(
            Map<String, HttpServlet> servlets,
            @Nullable WebSocketEndpoint endpoint,
            IntSupplier answering,
            JettyClientWatch watch) {}

    /**
     * Starts a server.
     *
     * @param open whether callers need no token now
     * @throws IllegalStateException if it cannot, for instance because the port is taken
     * @throws IllegalArgumentException if its certificate cannot be used
     */
    static HubServer start(HubConfig config, Parts parts, BooleanSupplier open) {
        QueuedThreadPool threads = new QueuedThreadPool(64, 4);
        threads.setName("operations-http");
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("operations-request ", 0).factory()));
        Server server = new Server(threads);
        TlsConfig tls = config.listen().tls();
        ServerKeys keys = tls == null ? null : new ServerKeys(tls);
        ServerConnector connector = connector(server, config, keys);
        server.addConnector(connector);
        server.setErrorHandler(new ProblemPages());
        LoopbackHosts local = new LoopbackHosts(open);
        local.setHandler(handler(parts));
        server.setHandler(local);
        ListenConfig listen = config.listen();
        try {
            server.start();
        } catch (Exception e) {
            stop(server);
            throw new IllegalStateException(
                    "cannot listen on " + listen.host() + ":" + listen.port() + ": " + reason(e),
                    e);
        }
        return new HubServer(server, connector, parts, keys);
    }

    private static String reason(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return String.valueOf(cause.getMessage());
    }

    private static ServerConnector connector(
            Server server, HubConfig config, @Nullable ServerKeys keys) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(config.limits().headerBytes());
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        ServerConnector connector;
        if (keys == null) {
            connector = JettyClientWatch.connector(server, plain);
        } else {
            http.addCustomizer(new SecureRequestCustomizer(false));
            connector =
                    JettyClientWatch.connector(
                            server,
                            new SslConnectionFactory(keys.factory(), plain.getProtocol()),
                            plain);
        }
        connector.setHost(config.listen().host());
        connector.setPort(config.listen().port());
        connector.setReuseAddress(true);
        return connector;
    }

    private static Handler handler(Parts parts) {
        ServletContextHandler context = new ServletContextHandler("/");
        parts.servlets()
                .forEach(
                        (path, servlet) -> {
                            ServletHolder holder = new ServletHolder(servlet);
                            holder.setAsyncSupported(true);
                            context.addServlet(holder, path);
                        });
        Handler served = context;
        WebSocketEndpoint endpoint = parts.endpoint();
        if (endpoint != null) {
            WebSocketUpgradeHandler links = endpoint.handler();
            links.setHandler(context);
            served = links;
        }
        GracefulHandler finishing = new GracefulHandler();
        finishing.setHandler(served);
        return finishing;
    }

    /** Where it is reached. */
    URI uri() {
        String given = connector.getHost();
        String host = given.contains(":") ? "[" + given + "]" : given;
        String scheme = keys == null ? "http" : "https";
        return URI.create(scheme + "://" + host + ":" + connector.getLocalPort());
    }

    /** Shows new connections the certificate that its files contain by now. */
    void renewCertificate() {
        if (keys != null) {
            keys.renew();
        }
    }

    /** Closes the links of some callers, telling them why. */
    void closeLinks(Predicate<Caller> whose, String reason) {
        if (parts.endpoint() != null) {
            parts.endpoint().closeLinks(whose, reason);
        }
    }

    /** Lets the last answers go, closes the links, tells the clients, and stops. */
    void close(Deadline deadline) {
        WebSocketEndpoint links = parts.endpoint();
        if (links != null) {
            LastAnswers.await(parts.answering(), deadline);
            links.close();
        }
        slow.close();
        server.setStopTimeout(deadline.left().toMillis());
        stop(server);
        parts.watch().close();
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            // It is down all the same: this tells of clients that did not leave in time.
            LOG.warn("The server did not stop cleanly", e);
        }
    }
}
