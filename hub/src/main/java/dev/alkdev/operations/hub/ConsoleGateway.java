package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.console.ConsoleApi;
import dev.alkdev.operations.console.ConsoleServlet;

import jakarta.servlet.http.HttpServlet;

import java.util.function.Predicate;

/** The console of a hub: its pages, and what they ask the hub for. Threads share it. */
final class ConsoleGateway implements HubGateway {
    /** Where the pages ask. */
    static final String API = "/console/api";

    private static final String LOGIN = "/login/";
    private static final String CALLBACK = "/callback";

    private final ConsoleApi api;

    private ConsoleGateway(ConsoleApi api) {
        this.api = api;
    }

    static ConsoleGateway open(HubParts parts, WebMounts web) {
        SessionAuthenticator sessions =
                new SessionAuthenticator(parts.authenticator(), new SessionCookies(parts));
        OidcSignIn issuers = new OidcSignIn(parts);
        ConsoleApi api =
                ConsoleApi.over(parts.registry(), parts.hub().activity(), parts.search())
                        .authenticator(sessions)
                        .session(new SessionEndpoint(parts, sessions))
                        .endpoint(LOGIN, issuers.login())
                        .endpoint(CALLBACK, issuers.callback())
                        .entrances(path -> path.equals(CALLBACK) || path.startsWith(LOGIN))
                        .sources(new HubSources(parts))
                        .limits(RestGatewayConfig.limits(parts.config().limits()))
                        .onRead(parts::read)
                        .open(parts::isOpen)
                        .build();
        web.servletUnlessServed(API + "/*", api);
        HttpServlet pages = ConsoleServlet.atRoot();
        web.servletUnlessServed("", pages);
        web.servletUnlessServed("/console/assets/*", pages);
        return new ConsoleGateway(api);
    }

    @Override
    public void sendAway(Predicate<Caller> whose, String reason) {
        api.sendAway(whose);
    }

    @Override
    public void close() {
        api.destroy();
    }
}
