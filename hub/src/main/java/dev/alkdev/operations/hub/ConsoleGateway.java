package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.console.ConsoleServlet;

import jakarta.servlet.http.HttpServlet;

import java.util.function.Predicate;

/** The console of a hub: its pages, and what they ask the hub for. Threads share it. */
final class ConsoleGateway implements HubGateway {
    /** Where the pages ask. */
    static final String API = "/console/api";

    private final ActivityEvents events;

    private ConsoleGateway(ActivityEvents events) {
        this.events = events;
    }

    static ConsoleGateway open(HubParts parts, WebMounts web) {
        SessionAuthenticator sessions =
                new SessionAuthenticator(parts.authenticator(), new SessionCookies(parts));
        ActivityEvents events = new ActivityEvents(parts, sessions);
        web.servletUnlessServed(API + "/*", new ConsoleApi(parts, sessions, events));
        HttpServlet pages = new ConsoleServlet();
        web.servletUnlessServed("", pages);
        web.servletUnlessServed("/console/assets/*", pages);
        return new ConsoleGateway(events);
    }

    @Override
    public void sendAway(Predicate<Caller> whose, String reason) {
        events.close(whose);
    }

    @Override
    public void close() {
        events.close();
    }
}
