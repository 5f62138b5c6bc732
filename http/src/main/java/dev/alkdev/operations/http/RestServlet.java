package dev.alkdev.operations.http;

import dev.alkdev.operations.search.OperationSearch;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Objects;

/** Serves the operations of a registry: each at its path, and what describes them. */
final class RestServlet extends EndpointServlet {
    private static final long serialVersionUID = 1L;
    private static final OriginCheck.Allowed ALLOWED =
            new OriginCheck.Allowed(
                    "GET, HEAD, POST",
                    "",
                    "X-Operation-Id, X-Operation-Source, X-Operation-Status,"
                            + " X-Operation-Timestamp, X-Operation-Error");

    private final transient EventStreams streams;
    private final transient OperationEndpoint operations;

    /** Closed with the servlet; null if the search is somebody else's. */
    private final transient @Nullable OperationSearch ownSearch;

    private final transient Map<String, Endpoint> endpoints;

    RestServlet(RestOptions settings) {
        super(
                settings.authenticator(),
                new OriginCheck(settings.cors(), ALLOWED),
                settings.registry().byteBudget());
        streams = new EventStreams(settings);
        operations = new OperationEndpoint(settings, streams);
        OperationSearch given = settings.search();
        ownSearch = given == null ? OperationSearch.over(settings.registry()) : null;
        OperationListing listing =
                new OperationListing(
                        settings.registry(),
                        settings.sources(),
                        given == null ? Objects.requireNonNull(ownSearch) : given);
        endpoints =
                Map.of(
                        "/operations", new ListingEndpoint(settings, listing),
                        "/batch", new BatchEndpoint(settings),
                        "/openapi.json", new OpenApiEndpoint(settings),
                        "/health/live", new LiveEndpoint(),
                        "/health/ready", new ReadyEndpoint(settings));
    }

    @Override
    protected boolean isCall(Exchange exchange) {
        return exchange.isGet()
                ? exchange.path().startsWith(OperationEndpoint.PREFIX)
                : !exchange.method().equals("OPTIONS");
    }

    @Override
    protected Endpoint endpoint(String path) {
        if (path.startsWith(OperationEndpoint.PREFIX)) {
            return operations;
        }
        Endpoint endpoint = endpoints.get(path);
        if (endpoint == null) {
            throw Refusal.notFound(
                    "there is nothing at "
                            + ShortText.of(path)
                            + "; operations are listed at /operations and called at"
                            + " /operations/{id}");
        }
        return endpoint;
    }

    /** Ends what is open. */
    @Override
    public void destroy() {
        if (ownSearch != null) {
            ownSearch.close();
        }
        streams.close();
    }
}
