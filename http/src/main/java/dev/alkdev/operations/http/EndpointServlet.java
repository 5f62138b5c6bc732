package dev.alkdev.operations.http;

import dev.alkdev.operations.base.ByteBudget;

import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;

/** Routes requests to endpoints. Threads share it. */
public abstract class EndpointServlet extends ExchangeServlet {
    private static final long serialVersionUID = 1L;

    private final transient OriginCheck origins;

    /**
     * A servlet.
     *
     * @param budget for what requests keep in memory
     */
    protected EndpointServlet(
            RequestAuthenticator authenticator, OriginCheck origins, ByteBudget budget) {
        super(authenticator, budget);
        this.origins = origins;
    }

    /**
     * What is served at a path below the servlet.
     *
     * @throws Refusal if nothing is
     */
    protected abstract Endpoint endpoint(String path);

    /** Whether a request may run something, so that pages of other origins must not send it. */
    protected abstract boolean isCall(Exchange exchange);

    @Override
    protected final void answer(Exchange exchange) throws IOException {
        origins.check(exchange, isCall(exchange));
        Endpoint endpoint = endpoint(exchange.path());
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
}
