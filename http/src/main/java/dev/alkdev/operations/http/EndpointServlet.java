package dev.alkdev.operations.http;

import dev.alkdev.operations.ByteBudget;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.Map;

/** Routes requests to endpoints, and turns every failure into a problem. Threads share it. */
public abstract class EndpointServlet extends ExchangeServlet {
    private static final long serialVersionUID = 1L;

    private final transient RequestAuthenticator authenticator;
    private final transient OriginCheck origins;

    /**
     * A servlet.
     *
     * @param budget for what requests keep in memory
     */
    protected EndpointServlet(
            RequestAuthenticator authenticator, OriginCheck origins, ByteBudget budget) {
        super(authenticator, budget);
        this.authenticator = authenticator;
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

    /** Answers a request that failed by a bug of this side. */
    static void fail(Exchange exchange, RuntimeException bug) throws IOException {
        String detail = unexpected(exchange, bug);
        exchange.send(new Problem(500, ErrorCode.UNKNOWN_ERROR, detail, null, false), Map.of());
    }
}
