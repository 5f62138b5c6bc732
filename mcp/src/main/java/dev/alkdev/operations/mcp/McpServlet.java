package dev.alkdev.operations.mcp;

import dev.alkdev.operations.ByteBudget;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.RequestIds;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.FailureHeaders;
import dev.alkdev.operations.http.HeldBytes;
import dev.alkdev.operations.http.OriginCheck;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.RequestAuthenticator;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Serves MCP over HTTP: authenticates, routes, and turns every failure into a message. Threads may
 * share it.
 */
public final class McpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);
    private static final LogCounter BUGS = new LogCounter();
    private static final String METHODS = "GET, POST, DELETE";
    private static final OriginCheck.Allowed ALLOWED =
            new OriginCheck.Allowed(
                    METHODS,
                    "Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
                    "Mcp-Session-Id");

    private final transient McpServer server;
    private final transient ListenStreams streams;
    private final transient HttpMessages messages;
    private final transient OriginCheck origins;
    private final transient HostCheck hosts;
    private final transient RequestAuthenticator authenticator;
    private final transient ByteBudget budget;

    McpServlet(GatewayParts parts) {
        server = new McpServer(parts);
        streams = new ListenStreams(server);
        messages = new HttpMessages(server, streams);
        origins = new OriginCheck(parts.access().cors(), ALLOWED);
        hosts = new HostCheck(parts.access());
        authenticator = parts.access().authenticator();
        budget = parts.registry().byteBudget();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
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
            serve(exchange);
        } catch (Refusal refusal) {
            refuse(
                    exchange,
                    refusal.status(),
                    refusal.headers(),
                    String.valueOf(refusal.getMessage()));
        } catch (CallException failure) {
            int status = FailureHeaders.status(failure, null, exchange.caller());
            refuse(
                    exchange,
                    status,
                    FailureHeaders.of(
                            failure,
                            null,
                            exchange.caller(),
                            authenticator.challenge(exchange.request())),
                    failure.getMessage());
        } catch (RuntimeException bug) {
            fail(exchange, bug);
        }
    }

    private void serve(Exchange exchange) throws IOException {
        String method = exchange.method();
        origins.check(exchange, !method.equals("OPTIONS"));
        hosts.check(exchange.request());
        if (method.equals("OPTIONS")) {
            exchange.response().setHeader("Allow", METHODS);
            exchange.response().setStatus(HttpServletResponse.SC_NO_CONTENT);
            return;
        }
        authenticate(exchange);
        ToolView view = view(exchange.request().getPathInfo());
        switch (method) {
            case "POST" -> messages.post(exchange, view);
            case "GET" -> messages.get(exchange, view);
            case "DELETE" -> messages.delete(exchange);
            default ->
                    throw Refusal.methodNotAllowed(
                            "MCP knows no " + method + ", only " + METHODS, METHODS);
        }
    }

    private ToolView view(String path) {
        if (path == null || path.equals("/")) {
            return server.views().all();
        }
        ToolView view = server.views().at(path.substring(1));
        if (view == null) {
            throw Refusal.notFound("there are no operations of this namespace");
        }
        return view;
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

    private static void refuse(
            Exchange exchange, int status, Map<String, String> headers, String message)
            throws IOException {
        headers.forEach(exchange.response()::setHeader);
        int code =
                status == HttpServletResponse.SC_BAD_REQUEST
                        ? McpErrorCode.PARSE_ERROR
                        : McpErrorCode.INVALID_REQUEST;
        exchange.send(
                status, HttpAnswers.JSON, HttpAnswers.error(null, new McpException(code, message)));
    }

    private static void fail(Exchange exchange, RuntimeException bug) throws IOException {
        long times = BUGS.due(bug.toString());
        if (times > 0) {
            LOG.error("An MCP request failed ({} such failures so far)", times, bug);
        }
        if (exchange.response().isCommitted()) {
            throw new IOException("the answer could not be finished", bug);
        }
        exchange.response().resetBuffer();
        McpException error =
                new McpException(
                        McpErrorCode.INTERNAL_ERROR,
                        "the request failed; the reason is in the server's log");
        exchange.send(500, HttpAnswers.JSON, HttpAnswers.error(null, error));
    }

    /** Ends the streams of notifications of some callers, as of those whose token was revoked. */
    public void closeStreams(Predicate<Caller> whose) {
        streams.close(whose);
    }

    /** Ends what is open, and what is opened later. */
    @Override
    public void destroy() {
        streams.close();
        server.close();
    }
}
