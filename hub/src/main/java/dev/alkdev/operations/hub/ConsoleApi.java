package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.EndpointServlet;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.OriginCheck;
import dev.alkdev.operations.http.Refusal;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the pages of the console ask a hub for, and nobody else: it may change at any time. */
final class ConsoleApi extends EndpointServlet {
    private static final long serialVersionUID = 1L;
    private static final String LOGIN = "/login/";
    private static final String CALLBACK = "/callback";
    private static final String NOTHING = "the console asks for nothing here";

    private final transient HubParts parts;

    /** By path; those that end with a slash have a name behind it. */
    private final transient Map<String, Endpoint> endpoints = new LinkedHashMap<>();

    ConsoleApi(HubParts parts, SessionAuthenticator sessions, ActivityEvents events) {
        super(
                sessions,
                new OriginCheck(null, new OriginCheck.Allowed("GET", "", "")),
                parts.registry().byteBudget());
        this.parts = parts;
        SessionEndpoint session = new SessionEndpoint(parts, sessions);
        endpoints.put("/session", session);
        OidcSignIn issuers = new OidcSignIn(parts);
        endpoints.put(LOGIN, issuers.login());
        endpoints.put(CALLBACK, issuers.callback());
        endpoints.put("/sources", read((viewer, asked) -> new SourceView(parts, viewer).all()));
        endpoints.put(
                "/sources/",
                read((viewer, asked) -> new SourceView(parts, viewer).one(name(asked))));
        endpoints.put("/activity", read((viewer, asked) -> activity(viewer).calls(filter(asked))));
        endpoints.put(
                "/activity/summary",
                read((viewer, asked) -> activity(viewer).summary(filter(asked))));
        endpoints.put("/activity/events", events);
        endpoints.put("/facets", read((viewer, asked) -> Facets.of(viewer, parts, asked)));
        endpoints.put("/check/", new CheckEndpoint(parts));
    }

    /** What is shown to somebody. */
    private interface Shown {
        JsonNode of(Viewer viewer, Exchange asked);
    }

    private ActivityView activity(Viewer viewer) {
        return new ActivityView(parts.hub().activity(), viewer);
    }

    private static ActivityFilter filter(Exchange asked) {
        return ActivityFilter.parse(asked.request().getQueryString());
    }

    private Endpoint read(Shown shown) {
        return new Endpoint() {
            @Override
            public List<String> methods() {
                return READS;
            }

            @Override
            public void serve(Exchange exchange) throws IOException {
                Caller caller = exchange.caller();
                parts.read(caller);
                exchange.send(shown.of(new Viewer(caller, parts.registry()), exchange));
            }
        };
    }

    /** What stands behind the last slash that is part of an endpoint's path. */
    static String name(Exchange exchange) {
        return exchange.path().substring(exchange.path().indexOf('/', 1) + 1);
    }

    @Override
    protected Endpoint endpoint(String path) {
        Endpoint exact = endpoints.get(path);
        int slash = path.indexOf('/', 1);
        Endpoint named = slash < 0 ? null : endpoints.get(path.substring(0, slash + 1));
        if (exact != null && !path.endsWith("/")) {
            return exact;
        }
        if (named == null || slash + 1 == path.length()) {
            throw Refusal.notFound(NOTHING);
        }
        return named;
    }

    /** An issuer sends people here from its own pages; nobody else has any business here. */
    @Override
    protected boolean isCall(Exchange exchange) {
        String path = exchange.path();
        return !path.equals(CALLBACK) && !path.startsWith(LOGIN);
    }
}
