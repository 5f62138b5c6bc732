package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.LogCounter;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;

/**
 * A gateway's servlet: it answers exchanges, each with an id and with the memory it takes counted,
 * and turns every failure into an answer. Threads share it.
 */
public abstract class ExchangeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ExchangeServlet.class);
    private static final LogCounter BUGS = new LogCounter();

    private final transient RequestAuthenticator authenticator;
    private final transient ByteBudget budget;

    /**
     * A servlet.
     *
     * @param budget for what requests keep in memory
     */
    protected ExchangeServlet(RequestAuthenticator authenticator, ByteBudget budget) {
        this.authenticator = authenticator;
        this.budget = budget;
    }

    /**
     * Answers.
     *
     * @throws Refusal or a {@link CallException} for an answer that says why
     */
    protected abstract void answer(Exchange exchange) throws IOException;

    /** Sends why there is no other answer, as a problem document unless overridden. */
    protected void refuse(Exchange exchange, Refusal refusal) throws IOException {
        exchange.send(refusal);
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Exchange exchange = new Exchange(request, response, budget);
        try {
            response.addHeader("Cache-Control", "no-store");
            response.addHeader("X-Content-Type-Options", "nosniff");
            response.addHeader("X-Request-Id", exchange.requestId());
            answer(exchange);
        } catch (Refusal refusal) {
            refuse(exchange, refusal);
        } catch (CallException failure) {
            refuse(
                    exchange,
                    Refusal.of(failure, null, exchange.caller(), authenticator.challenge(request)));
        } catch (RuntimeException bug) {
            refuse(exchange, unexpected(exchange, bug));
        } finally {
            exchange.release();
        }
    }

    /**
     * Answers by an endpoint, if it knows the method and the caller is who it claims to be.
     *
     * @throws Refusal if it does not, or the caller is not
     */
    protected final void serve(Endpoint endpoint, Exchange exchange) throws IOException {
        List<String> methods = endpoint.methods();
        String method = exchange.method();
        if (method.equals("OPTIONS")) {
            exchange.response().setHeader("Allow", String.join(", ", methods));
            exchange.response().setStatus(HttpServletResponse.SC_NO_CONTENT);
            return;
        }
        if (!methods.contains(method)) {
            String known = String.join(", ", methods);
            throw Refusal.methodNotAllowed(
                    "method not allowed: " + method + "; supported: " + known, known);
        }
        if (!(endpoint instanceof Endpoint.Public)) {
            authenticate(exchange);
        }
        endpoint.serve(exchange);
    }

    /**
     * Finds out who asks.
     *
     * @throws Refusal 401 if the credentials are wrong
     */
    protected final void authenticate(Exchange exchange) {
        try {
            exchange.caller(authenticator.authenticate(exchange.request()));
        } catch (AuthenticationException e) {
            throw Refusal.unauthorized(
                    String.valueOf(e.getMessage()),
                    e.challenge().orElseGet(() -> authenticator.challenge(exchange.request())));
        }
    }

    /**
     * Logs a bug of this side and clears what was to be the answer.
     *
     * @return what the client is told
     * @throws IOException if it has been sent a part of the answer already
     */
    static Refusal unexpected(Exchange exchange, RuntimeException bug) throws IOException {
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
        return Refusal.unexpected("the request failed; the reason is in the server's log");
    }
}
