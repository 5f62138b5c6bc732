package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.ExchangeServlet;
import dev.alkdev.operations.http.FailureHeaders;
import dev.alkdev.operations.http.OriginCheck;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.RequestAuthenticator;

import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Serves MCP over HTTP: authenticates, routes, and turns every failure into a message. Threads may
 * share it.
 */
public final class McpServlet extends ExchangeServlet {
    private static final long serialVersionUID = 1L;
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

    McpServlet(GatewayParts parts) {
        super(parts.access().authenticator(), parts.registry().byteBudget());
        server = new McpServer(parts);
        streams = new ListenStreams(server);
        messages = new HttpMessages(server, streams);
        origins = new OriginCheck(parts.access().cors(), ALLOWED);
        hosts = new HostCheck(parts.access());
        authenticator = parts.access().authenticator();
    }

    @Override
    protected void answer(Exchange exchange) throws IOException {
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
        McpException error =
                new McpException(McpErrorCode.INTERNAL_ERROR, unexpected(exchange, bug));
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
