package dev.alkdev.operations.http;

import dev.alkdev.operations.ByteBudget;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.RequestIds;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Map;

/** Authenticates and routes requests, and turns every failure into a problem. */
public abstract class EndpointServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(RestGateway.class);
    private static final LogCounter BUGS = new LogCounter();

    private final transient RequestAuthenticator authenticator;
    private final transient OriginCheck origins;
    private final transient ByteBudget budget;

    /**
     * A servlet.
     *
     * @param budget for what requests keep in memory
     */
    protected EndpointServlet(
            RequestAuthenticator authenticator, OriginCheck origins, ByteBudget budget) {
        this.authenticator = authenticator;
        this.origins = origins;
        this.budget = budget;
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
    protected final void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        HeldBytes held = new HeldBytes(budget);
        try {
            service(new Exchange(request, response, RequestIds.next(), held));
        } finally {
            held.release();
        }
    }

    private void service(Exchange exchange) throws IOException {
        HttpServletResponse response = exchange.response();
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.addHeader("X-Request-Id", exchange.requestId());
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

    private void authenticate(Exchange exchange) {
        try {
            exchange.caller(authenticator.authenticate(exchange.request()));
        } catch (AuthenticationException e) {
            throw Refusal.unauthorized(
                    String.valueOf(e.getMessage()),
                    e.challenge().orElseGet(() -> authenticator.challenge(exchange.request())));
        }
    }

    /** Answers a request that failed by a bug of this side. */
    static void fail(Exchange exchange, RuntimeException bug) throws IOException {
        long times = BUGS.due(bug.toString());
        if (times > 0) {
            LOG.error(
                    "{} {} failed ({} such failures so far)",
                    exchange.method(),
                    exchange.path(),
                    times,
                    bug);
        }
        if (exchange.response().isCommitted()) {
            throw new IOException("the answer could not be finished", bug);
        }
        exchange.response().resetBuffer();
        exchange.send(unexpected(), Map.of());
    }

    private static Problem unexpected() {
        String detail = "the request failed; the reason is in the server's log";
        return new Problem(500, ErrorCode.UNKNOWN_ERROR, detail, null, false);
    }
}
