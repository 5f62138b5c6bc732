package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.jetty.JettyClientWatch;
import dev.alkdev.operations.jetty.JettyHandler;
import dev.alkdev.operations.jetty.LoopbackHosts;
import dev.alkdev.operations.jetty.ProblemPages;
import dev.alkdev.operations.jetty.ServerKeys;
import dev.alkdev.operations.jetty.SlowClients;
import dev.alkdev.operations.jwt.ProtectedResource;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The one port on which a hub serves everything. Threads may share it. */
final class HubServer {
    private static final Logger LOG = LoggerFactory.getLogger(HubServer.class);

    /** How long the head of a request may take, and clients may read slowly. */
    private static final Duration SLOW = Duration.ofSeconds(30);

    private static final long LEAST_BYTES_PER_SECOND = 1_024;

    /**
     * How many clients may connect at the same instant. With the 50 of the JDK, a burst of some
     * hundred loses connections without a word.
     */
    private static final int ACCEPT_QUEUE = 1_024;

    /** How soon a call ends whose client has gone, without much asking meanwhile. */
    private static final Duration PROBE = Duration.ofMillis(250);

    private final Server server;
    private final ServerConnector connector;
    private final List<HubGateway> gateways;
    private final JettyClientWatch watch;
    private final @Nullable ServerKeys keys;
    private final SlowClients slow;

    private HubServer(
            HubParts parts, WebMounts web, List<HubGateway> gateways, JettyClientWatch watch) {
        HubConfig config = parts.config();
        ListenConfig listen = config.listen();
        TlsConfig tls = listen.tls();
        this.gateways = gateways;
        this.watch = watch;
        this.keys = tls == null ? null : new ServerKeys(tls.certificate(), tls.key());
        this.server = new Server(JettyHandler.threads());
        this.connector = connector(server, config, keys);
        server.addConnector(connector);
        server.setErrorHandler(new ProblemPages());
        LoopbackHosts local =
                new LoopbackHosts(
                        parts.hub.authenticator::isOpen,
                        "a hub without tokens answers requests for localhost only");
        local.setHandler(handler(web));
        server.setHandler(local);
        try {
            server.start();
        } catch (Exception e) {
            stop(server);
            throw new IllegalStateException(
                    "cannot listen on " + listen.host() + ":" + listen.port() + ": " + reason(e),
                    e);
        }
        this.slow = SlowClients.watch(connector, SLOW, LEAST_BYTES_PER_SECOND);
    }

    /**
     * Starts a server with the gateways of a hub.
     *
     * @throws IllegalStateException if it cannot, for instance because the port is taken
     */
    static HubServer start(HubParts parts) {
        JettyClientWatch watch = new JettyClientWatch(PROBE);
        List<HubGateway> gateways = new ArrayList<>();
        try {
            WebMounts web = new WebMounts(watch);
            web.servlet(
                    ProtectedResource.PATH + "/*",
                    ProtectedResource.servlet(parts.hub.authenticator::resource));
            for (GatewayConfig gateway : parts.config().gateways()) {
                gateways.add(GuardedGateway.open(gateway, parts, web));
            }
            if (parts.config().hasConsole()) {
                gateways.add(ConsoleGateway.open(parts, web));
            }
            return new HubServer(parts, web, gateways, watch);
        } catch (RuntimeException e) {
            gateways.forEach(HubServer::close);
            watch.close();
            throw e instanceof IllegalArgumentException
                    ? new IllegalStateException("cannot serve: " + e.getMessage(), e)
                    : e;
        }
    }

    private static void close(HubGateway gateway) {
        Guarded.attempt("Closing a gateway", gateway::close);
    }

    private static String reason(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return String.valueOf(cause.getMessage());
    }

    private static ServerConnector connector(
            Server server, HubConfig config, @Nullable ServerKeys keys) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        // Otherwise a token is taken for the one before it on a connection, if only case differs.
        http.setHeaderCacheCaseSensitive(true);
        http.setRequestHeaderSize(Math.toIntExact(config.limits().headerBytes()));
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        List<ConnectionFactory> protocols = new ArrayList<>(List.of(plain));
        if (keys != null) {
            http.addCustomizer(new SecureRequestCustomizer(false));
            protocols.addFirst(new SslConnectionFactory(keys.factory(), plain.getProtocol()));
        }
        ServerConnector connector =
                JettyClientWatch.connector(server, protocols.toArray(ConnectionFactory[]::new));
        connector.setHost(config.listen().host());
        connector.setPort(config.listen().port());
        connector.setReuseAddress(true);
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        return connector;
    }

    private static Handler handler(WebMounts web) {
        ServletContextHandler context = new ServletContextHandler("/");
        web.servlets.forEach(
                (path, servlet) -> {
                    if (!JettyHandler.serves(servlet)) {
                        ServletHolder holder = new ServletHolder(servlet);
                        holder.setAsyncSupported(true);
                        context.addServlet(holder, path);
                    }
                });
        JettyHandler gateways = new JettyHandler(web.servlets);
        gateways.setHandler(context);
        GracefulHandler finishing = new GracefulHandler();
        finishing.setHandler(web.before(gateways));
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

    /** Closes the links and streams of some callers with a reason. */
    void disconnect(Predicate<Caller> callers, String reason) {
        gateways.forEach(gateway -> gateway.disconnect(callers, reason));
    }

    /** Waits for the last answers, closes the gateways and the connections, and stops. */
    void close(Deadline deadline) {
        // A call is over before its caller knows.
        deadline.await(() -> gateways.stream().allMatch(each -> each.activeCount() == 0));
        gateways.forEach(HubServer::close);
        slow.close();
        server.setStopTimeout(deadline.left().toMillis());
        stop(server);
        watch.close();
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
