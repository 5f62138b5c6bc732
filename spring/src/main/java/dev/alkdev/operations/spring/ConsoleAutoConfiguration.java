package dev.alkdev.operations.spring;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.console.Activity;
import dev.alkdev.operations.console.ConsoleApi;
import dev.alkdev.operations.console.ConsoleServlet;
import dev.alkdev.operations.console.HostSession;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.search.OperationSearch;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Serves the console on the application's own server, to those whom its security admits. */
@AutoConfiguration(after = GatewayAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "operations.console.enabled")
public final class ConsoleAutoConfiguration {
    private final OperationsProperties properties;
    private final ObjectProvider<RequestAuthenticator> authenticator;

    ConsoleAutoConfiguration(
            OperationsProperties properties, ObjectProvider<RequestAuthenticator> authenticator) {
        this.properties = properties;
        this.authenticator = authenticator;
        if (!properties.rest().enabled()) {
            throw new IllegalStateException(
                    "operations.console.enabled needs operations.rest.enabled: the console calls"
                            + " operations over REST");
        }
    }

    /** Observes the registry of the application, as every observer that is a bean does. */
    @Bean
    Activity operationsActivity() {
        OperationsProperties.Console console = properties.console();
        return new Activity(console.activity(), console.inputs());
    }

    @Bean
    OperationsMount operationsConsolePage() {
        String path = properties.console().path();
        return new OperationsMount(path, ConsoleServlet.below(path));
    }

    @Bean
    OperationsMount operationsConsole(
            OperationRegistry registry,
            Activity activity,
            OperationSearch search,
            SourceBeans sources) {
        RequestAuthenticator given = authenticator.getIfAvailable();
        ConsoleApi.Builder api =
                ConsoleApi.over(registry, activity, search)
                        .session(session())
                        .sources(sources::entries)
                        .limits(properties.limits().options())
                        .open(() -> given == null);
        if (given != null) {
            api.authenticator(given);
        }
        return OperationsMount.gateway(properties.console().path() + "/console/api", api.build());
    }

    private HostSession session() {
        OperationsProperties.Mcp mcp = properties.mcp();
        OperationsProperties.Link link = properties.link();
        return new HostSession(
                properties.rest().title(),
                "1",
                new HostSession.Paths(
                        properties.rest().path() + "/operations",
                        mcp.enabled() ? mcp.path() : null,
                        link.enabled() ? link.path() : null));
    }
}
