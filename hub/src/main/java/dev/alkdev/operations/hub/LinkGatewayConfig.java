package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketOptions;

import java.util.function.Predicate;

/** Links over WebSocket. */
@Kind(value = "link", text = "links over WebSocket at `/link`")
public record LinkGatewayConfig() implements GatewayConfig {
    private static final String PATH = "/link";

    @Override
    public HubGateway open(HubParts parts, WebMounts web) {
        HubConfig config = parts.config();
        LinkAcceptor acceptor =
                new LinkAcceptor(
                        parts.registry(),
                        parts.answering(),
                        new LinkAcceptor.OfferRules(
                                namespace -> isOwn(namespace, parts),
                                parts.hub.authenticator::accepted),
                        config.limits().grace());
        parts.acceptors.add(acceptor);
        WebSocketEndpoint.Builder builder =
                WebSocketEndpoint.at(PATH, acceptor)
                        .authenticator(parts.linkAuthenticator())
                        .options(
                                WebSocketOptions.defaults()
                                        .withBudget(parts.registry().byteBudget()))
                        .maxLinksPerCaller(() -> parts.config().limits().links());
        if (!config.cors().isOff()) {
            builder.allowedOrigins(config.cors().origins().toArray(String[]::new));
        }
        WebSocketEndpoint endpoint = builder.build();
        web.handler(endpoint.handler());
        return new Links(endpoint, acceptor);
    }

    /**
     * A source that keeps the namespaces of its operations has none, unless the config gives one.
     */
    private static boolean isOwn(String namespace, HubParts parts) {
        return parts.config().sources().stream()
                .filter(source -> !source.keepsNamespaces() || source.rules().namespace() != null)
                .anyMatch(source -> source.namespace().equals(namespace));
    }

    private record Links(WebSocketEndpoint endpoint, LinkAcceptor acceptor) implements HubGateway {
        @Override
        public void disconnect(Predicate<Caller> callers, String reason) {
            endpoint.closeLinks(callers, reason);
        }

        @Override
        public int activeCount() {
            return acceptor.activeCount();
        }

        @Override
        public void close() {
            endpoint.close();
        }
    }
}
