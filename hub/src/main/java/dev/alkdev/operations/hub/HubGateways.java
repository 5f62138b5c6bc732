package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.ClientWatch;
import dev.alkdev.operations.http.CorsRule;
import dev.alkdev.operations.http.JettyClientWatch;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.http.RestLimits;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketOptions;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import jakarta.servlet.http.HttpServlet;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The ways out of a hub, as its config asks for them. */
record HubGateways(
        Hub hub, HubConfig config, PrometheusMeterRegistry meters, HubAuthenticator authenticator) {
    private static final String LINK_PATH = "/link";

    /** How soon a call ends whose client has gone, without much asking meanwhile. */
    private static final Duration PROBE = Duration.ofMillis(250);

    /**
     * Starts a server for them.
     *
     * @throws IllegalStateException if it cannot, for instance because the port is taken
     */
    HubServer start() {
        JettyClientWatch watch = new JettyClientWatch(PROBE);
        try {
            return HubServer.start(config, parts(watch), authenticator::isOpen);
        } catch (IllegalArgumentException e) {
            watch.close();
            throw new IllegalStateException("cannot serve: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            watch.close();
            throw e;
        }
    }

    /** Takes the measurements that are not taken by themselves. */
    private Runnable measured() {
        SourceGauges sources = new SourceGauges(meters, hub::sources);
        DriftCounters drift = new DriftCounters(meters, hub.registry()::drifts);
        return () -> {
            sources.update();
            drift.update();
        };
    }

    private HubServer.Parts parts(JettyClientWatch watch) {
        Map<String, HttpServlet> servlets = new LinkedHashMap<>();
        if (config.gateways().contains(Gateway.METRICS)) {
            servlets.put(
                    "/metrics",
                    new MetricsServlet(meters, measured(), authenticator, hub.limits()::read));
        }
        if (config.gateways().contains(Gateway.REST)) {
            servlets.put("/*", rest(watch).servlet());
        }
        LinkAcceptor acceptor =
                new LinkAcceptor(
                        hub.registry(),
                        answering(),
                        new OfferRules(this::isOwnNamespace, authenticator::accepted),
                        config.limits().links().grace());
        return new HubServer.Parts(servlets, links(acceptor), acceptor::activeCount, watch);
    }

    private RestGateway rest(ClientWatch watch) {
        LimitConfig limits = config.limits();
        RestGateway.Builder builder =
                RestGateway.over(hub.registry())
                        .authenticator(authenticator)
                        .limits(
                                RestLimits.defaults()
                                        .withMaxBodyBytes(limits.bodyBytes())
                                        .withBatch(limits.batch(), batchConcurrency(limits))
                                        .withTimeouts(
                                                limits.timeouts().standard(),
                                                limits.timeouts().max())
                                        // The registry's door bounds them, over links as well.
                                        .withMaxStreamsPerCaller(Integer.MAX_VALUE))
                        .clientWatch(watch)
                        .info(config.title(), "1")
                        .sources(hub::sources)
                        .readiness(hub::readiness)
                        .onRead(hub.limits()::read);
        if (!config.cors().isOff()) {
            builder.cors(CorsRule.of(config.cors().origins().toArray(String[]::new)));
        }
        return builder.build();
    }

    /** The calls of a batch wait for each other rather than be too many for their caller. */
    private static int batchConcurrency(LimitConfig limits) {
        return Math.min(Math.min(16, limits.batch()), limits.concurrency());
    }

    private HandlerOptions answering() {
        return HandlerOptions.defaults()
                .withDefaultTimeout(config.limits().timeouts().standard())
                .withMaxTimeout(config.limits().timeouts().max());
    }

    private @Nullable WebSocketEndpoint links(LinkAcceptor acceptor) {
        if (!config.gateways().contains(Gateway.LINK)) {
            return null;
        }
        WebSocketEndpoint.Builder builder =
                WebSocketEndpoint.at(LINK_PATH, acceptor)
                        .authenticator(authenticator)
                        .options(
                                WebSocketOptions.defaults().withBudget(hub.registry().byteBudget()))
                        .maxLinksPerCaller(() -> hub.config().limits().links().perCaller());
        if (!config.cors().isOff()) {
            builder.allowedOrigins(config.cors().origins().toArray(String[]::new));
        }
        return builder.build();
    }

    /** A peer without a namespace brings those that its operations have. */
    private boolean isOwnNamespace(String namespace) {
        return hub.config().sources().stream()
                .filter(
                        source ->
                                !(source instanceof PeerSourceConfig)
                                        || source.rules().namespace() != null)
                .anyMatch(source -> source.namespace().equals(namespace));
    }
}
