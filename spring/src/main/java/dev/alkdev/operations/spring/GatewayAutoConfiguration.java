package dev.alkdev.operations.spring;

import dev.alkdev.operations.DrainGate;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.CorsOptions;
import dev.alkdev.operations.http.Readiness;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.websocket.Admission;
import dev.alkdev.operations.websocket.LinkServlet;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketOptions;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.websocket.server.ServerContainer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.Authentication;

/** Serves the registry on the application's own server: REST, MCP, links. */
@AutoConfiguration(after = OperationsAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class GatewayAutoConfiguration {
    private final OperationsProperties properties;
    private final OperationRegistry registry;
    private final ObjectProvider<RequestAuthenticator> authenticator;

    GatewayAutoConfiguration(
            OperationsProperties properties,
            OperationRegistry registry,
            ObjectProvider<RequestAuthenticator> authenticator) {
        this.properties = properties;
        this.registry = registry;
        this.authenticator = authenticator;
    }

    @Bean
    OperationsMounts operationsMounts(ObjectProvider<OperationsMount> mounts) {
        return new OperationsMounts(mounts.orderedStream().toList());
    }

    @Bean
    @ConditionalOnMissingBean
    OperationSearch operationSearch() {
        return OperationSearch.over(registry);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "operations.rest.enabled", matchIfMissing = true)
    OperationsMount operationsRest(SourceBeans sources, DrainGate gate, OperationSearch search) {
        RestGateway.Builder rest =
                RestGateway.over(registry)
                        .limits(properties.limits().options())
                        .info(properties.rest().title(), "1")
                        .sources(sources::entries)
                        .search(search)
                        .readiness(() -> readiness(sources, gate));
        authenticator.ifAvailable(rest::authenticator);
        if (!properties.corsOrigins().isEmpty()) {
            rest.cors(cors());
        }
        return OperationsMount.gateway(properties.rest().path(), rest.build().servlet());
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "operations.mcp.enabled", matchIfMissing = true)
    OperationsMount operationsMcp() {
        OperationsProperties.Mcp options = properties.mcp();
        McpGateway.Builder mcp =
                McpGateway.over(registry)
                        .limits(properties.limits().options())
                        .info(options.name(), "1");
        authenticator.ifAvailable(mcp::authenticator);
        if (options.instructions() != null) {
            mcp.instructions(options.instructions());
        }
        if (!properties.corsOrigins().isEmpty()) {
            mcp.cors(cors());
        }
        return OperationsMount.gateway(options.path(), mcp.build().servlet());
    }

    private CorsOptions cors() {
        return CorsOptions.of(properties.corsOrigins().toArray(String[]::new));
    }

    private static Readiness readiness(SourceBeans sources, DrainGate gate) {
        if (gate.isClosed()) {
            return Readiness.DRAINING;
        }
        return sources.sources().stream()
                        .anyMatch(source -> source.status().state() == State.FAILED)
                ? Readiness.DEGRADED
                : Readiness.READY;
    }

    /** Links, where the server has WebSockets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ServerContainer.class)
    @ConditionalOnBooleanProperty(name = "operations.link.enabled", matchIfMissing = true)
    static class Links {
        @Bean
        WebSocketEndpoint operationsEndpoint(
                OperationRegistry registry, OperationsProperties properties) {
            return WebSocketEndpoint.at(properties.link().path(), link -> Peer.over(link, registry))
                    .allowedOrigins(properties.corsOrigins().toArray(String[]::new))
                    .options(WebSocketOptions.defaults().withBudget(registry.byteBudget()))
                    .maxLinksPerCaller(properties.link()::maxPerCaller)
                    .build();
        }

        @Bean
        OperationsMount operationsLink(
                WebSocketEndpoint endpoint, ObjectProvider<RequestAuthenticator> authenticator) {
            RequestAuthenticator asked =
                    authenticator.getIfAvailable(RequestAuthenticator::anonymous);
            return OperationsMount.gateway(
                    endpoint.path(), new LinkServlet(endpoint, request -> admit(asked, request)));
        }

        private static Admission admit(RequestAuthenticator asked, HttpServletRequest request) {
            try {
                return new Admission.Granted(
                        asked.authenticate(request), false, asked.expiry(request).orElse(null));
            } catch (AuthenticationException e) {
                String challenge = e.challenge().orElseGet(() -> asked.challenge(request)).text();
                return new Admission.Refused(401, String.valueOf(e.getMessage()), challenge);
            }
        }
    }

    /** Callers, where there is Spring Security. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Authentication.class)
    static class Security {
        @Bean
        @ConditionalOnMissingBean(RequestAuthenticator.class)
        SecurityAuthenticator operationsAuthenticator(
                OperationsProperties properties, UserAuthentications users) {
            return new SecurityAuthenticator(properties.challenge(), users);
        }
    }
}
