package dev.alkdev.operations.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.ExchangeServlet;
import dev.alkdev.operations.http.OriginCheck;
import dev.alkdev.operations.http.Refusal;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Serves MCP over HTTP: authenticates, routes, and turns every failure into a message. Threads may
 * share it.
 */
public final class McpServlet extends ExchangeServlet {
    private static final long serialVersionUID = 1L;
    private static final String TOOLS = "tools=";
    private static final String METHODS = "GET, POST, DELETE";
    private static final OriginCheck.Allowed ALLOWED =
            new OriginCheck.Allowed(
                    METHODS,
                    "Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID",
                    "Mcp-Session-Id");

    private final transient McpServer server;
    private final transient ListenStreams streams;
    private final transient HttpMessages messages;
    private final transient OriginCheck origins;
    private final transient HostCheck hosts;

    McpServlet(GatewayParts parts) {
        super(parts.access().authenticator(), parts.registry().byteBudget());
        server = new McpServer(parts);
        streams = new ListenStreams(server);
        messages = new HttpMessages(server, streams);
        origins = new OriginCheck(parts.access().cors(), ALLOWED);
        hosts = new HostCheck(parts.access());
    }

    @Override
    protected void answer(Exchange exchange) throws IOException {
        String method = exchange.method();
        origins.check(exchange, !method.equals("OPTIONS"));
        hosts.check(exchange.request());
        if (method.equals("OPTIONS")) {
            exchange.response().setHeader("Allow", METHODS);
            exchange.response().setStatus(HttpServletResponse.SC_NO_CONTENT);
            return;
        }
        authenticate(exchange);
        ToolView view = view(exchange.request());
        try {
            answer(exchange, method, view);
        } catch (McpException e) {
            exchange.send(
                    HttpServletResponse.SC_BAD_REQUEST,
                    HttpAnswers.JSON,
                    HttpAnswers.error(null, e));
        }
    }

    private void answer(Exchange exchange, String method, ToolView view) throws IOException {
        switch (method) {
            case "POST" -> messages.post(exchange, view);
            case "GET" -> messages.get(exchange, view);
            case "DELETE" -> messages.delete(exchange);
            default ->
                    throw Refusal.methodNotAllowed(
                            "method not allowed: " + method + "; use " + METHODS, METHODS);
        }
    }

    private ToolView view(HttpServletRequest request) {
        String path = request.getPathInfo();
        ToolView view;
        try {
            view = server.views().at(path == null ? "" : path.substring(1), chosen(request));
        } catch (IllegalArgumentException e) {
            throw Refusal.notFound(String.valueOf(e.getMessage()));
        }
        if (view == null) {
            throw Refusal.notFound("there are no operations of this namespace");
        }
        return view;
    }

    /** The tools that the address chooses; the body is not a form and is left alone. */
    private static @Nullable String chosen(HttpServletRequest request) {
        String query = request.getQueryString();
        if (query == null) {
            return null;
        }
        return Arrays.stream(query.split("&", -1))
                .filter(part -> part.startsWith(TOOLS))
                .map(part -> URLDecoder.decode(part.substring(TOOLS.length()), UTF_8))
                .reduce((some, more) -> some + "," + more)
                .orElse(null);
    }

    @Override
    protected void refuse(Exchange exchange, Refusal refusal) throws IOException {
        refusal.headers().forEach(exchange.response()::setHeader);
        int code =
                switch (refusal.status()) {
                    case HttpServletResponse.SC_BAD_REQUEST -> McpErrorCode.PARSE_ERROR;
                    case HttpServletResponse.SC_INTERNAL_SERVER_ERROR ->
                            McpErrorCode.INTERNAL_ERROR;
                    default -> McpErrorCode.INVALID_REQUEST;
                };
        McpException error = new McpException(code, String.valueOf(refusal.getMessage()));
        exchange.send(refusal.status(), HttpAnswers.JSON, HttpAnswers.error(null, error));
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
