package dev.alkdev.operations.http;

import dev.alkdev.operations.search.OperationSearch;

import java.io.IOException;
import java.util.Map;

/** Serves the operations of a registry: each at its path, and what describes them. */
final class RestServlet extends ExchangeServlet {
    private static final long serialVersionUID = 1L;
    private static final OriginCheck.Allowed ALLOWED =
            new OriginCheck.Allowed(
                    "GET, HEAD, POST",
                    "",
                    "X-Operation-Id, X-Operation-Source, X-Operation-Status,"
                            + " X-Operation-Timestamp, X-Operation-Error");

    private final transient RestGateway gateway;
    private final transient OriginCheck origins;
    private final transient EventStreams streams;
    private final transient OperationEndpoint operations;
    private final transient OperationListing listing;
    private final transient OperationSearch search;
    private final transient Map<String, Endpoint> endpoints;

    RestServlet(RestGateway gateway) {
        super(gateway.authenticator, gateway.registry.byteBudget());
        this.gateway = gateway;
        origins = new OriginCheck(gateway.cors, ALLOWED);
        streams = new EventStreams(gateway);
        operations = new OperationEndpoint(gateway, streams);
        search = gateway.search == null ? OperationSearch.over(gateway.registry) : gateway.search;
        listing = new OperationListing(gateway.registry, gateway.sources, search);
        Endpoint health = new HealthEndpoint(gateway);
        endpoints =
                Map.of(
                        "/operations",
                        this::list,
                        "/batch",
                        new BatchEndpoint(gateway),
                        "/openapi.json",
                        this::describe,
                        HealthEndpoint.LIVE,
                        health,
                        HealthEndpoint.READY,
                        health);
    }

    /** Lists the operations a caller may use. */
    private void list(Exchange exchange) throws IOException {
        gateway.reads.accept(exchange.caller());
        byte[] body = listing.write(exchange.request().getQueryString(), exchange.caller());
        exchange.hold(body.length);
        exchange.send(200, Exchange.JSON, body);
    }

    /** Sends the OpenAPI document of what a caller may use. */
    private void describe(Exchange exchange) throws IOException {
        gateway.reads.accept(exchange.caller());
        exchange.send(OpenApiDocument.of(gateway, exchange, listing.all(null, exchange.caller())));
    }

    @Override
    protected void answer(Exchange exchange) throws IOException {
        origins.check(exchange, isCall(exchange));
        serve(endpoint(exchange.path()), exchange);
    }

    /** Whether it may run something, so that pages of other origins must not send it. */
    private static boolean isCall(Exchange exchange) {
        return exchange.isGet()
                ? exchange.path().startsWith(OperationEndpoint.PREFIX)
                : !exchange.method().equals("OPTIONS");
    }

    private Endpoint endpoint(String path) {
        if (path.startsWith(OperationEndpoint.PREFIX)) {
            return operations;
        }
        Endpoint endpoint = endpoints.get(path);
        if (endpoint == null) {
            throw Refusal.notFound(
                    "there is nothing at "
                            + Exchange.shortened(path)
                            + "; operations are listed at /operations and called at"
                            + " /operations/{id}");
        }
        return endpoint;
    }

    /** Ends what is open and its own. */
    @Override
    public void destroy() {
        if (search != gateway.search) {
            search.close();
        }
        streams.close();
    }
}
