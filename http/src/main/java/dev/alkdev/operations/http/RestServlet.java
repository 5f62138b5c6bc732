package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;

/** Authenticates and routes requests, and turns every failure into a problem. */
final class RestServlet extends ExchangeServlet {
    private static final long serialVersionUID = 1L;
    private static final OriginCheck.Allowed ALLOWED =
            new OriginCheck.Allowed(
                    "GET, HEAD, POST",
                    "",
                    "X-Operation-Id, X-Operation-Source, X-Operation-Status,"
                            + " X-Operation-Timestamp, X-Operation-Error");

    private final transient RequestAuthenticator authenticator;
    private final transient OriginCheck origins;
    private final transient EventStreams streams;
    private final transient OperationEndpoint operations;

    /** Closed with the servlet; null if the search is somebody else's. */
    private final transient @Nullable OperationSearch ownSearch;

    private final transient Map<String, Endpoint> endpoints;

    RestServlet(RestOptions settings) {
        super(settings.authenticator(), settings.registry().byteBudget());
        authenticator = settings.authenticator();
        origins = new OriginCheck(settings.cors(), ALLOWED);
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
    protected void answer(Exchange exchange) throws IOException {
        try {
            origins.check(exchange, isCall(exchange));
            serve(exchange, endpoint(exchange.path()));
        } catch (Refusal refusal) {
            exchange.send(refusal.problem(), refusal.headers());
        } catch (CallException failure) {
            Challenge challenge = authenticator.challenge(exchange.request());
            CallAnswer.fail(exchange, failure, null, challenge);
        } catch (RuntimeException bug) {
            fail(exchange, bug);
        }
    }

    private static boolean isCall(Exchange exchange) {
        return exchange.isGet()
                ? exchange.path().startsWith(OperationEndpoint.PREFIX)
                : !exchange.method().equals("OPTIONS");
    }

    private void serve(Exchange exchange, Endpoint endpoint) throws IOException {
        String method = exchange.method();
        if (method.equals("OPTIONS")) {
            exchange.response().setHeader("Allow", allow(endpoint));
            exchange.sendEmpty(HttpServletResponse.SC_NO_CONTENT);
            return;
        }
        if (!endpoint.methods().contains(method)) {
            throw Refusal.methodNotAllowed(
                    exchange.path() + " knows no " + method + ", only " + allow(endpoint),
                    allow(endpoint));
        }
        if (!endpoint.isPublic()) {
            authenticate(exchange);
        }
        endpoint.serve(exchange);
    }

    private static String allow(Endpoint endpoint) {
        return String.join(", ", endpoint.methods());
    }

    private Endpoint endpoint(String path) {
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

    /** Answers a request that failed by a bug of this side. */
    static void fail(Exchange exchange, RuntimeException bug) throws IOException {
        String detail = unexpected(exchange, bug);
        exchange.send(new Problem(500, ErrorCode.UNKNOWN_ERROR, detail, null, false), Map.of());
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
