package dev.alkdev.operations.jetty;

import dev.alkdev.operations.http.ExchangeServlet;

import jakarta.servlet.http.HttpServlet;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.util.Map;

/**
 * Serves the servlets of gateways on a Jetty 12.1 server without its servlet container, which costs
 * a small call a quarter of its rate. A path of any other servlet is left to the next handler:
 *
 * <pre>{@code
 * JettyHandler handler = new JettyHandler(Map.of("/*", gateway.servlet()));
 * server.setHandler(handler);
 * }</pre>
 *
 * <p>Threads share it.
 */
public final class JettyHandler extends Handler.Wrapper {
    private final PathMappings<HttpServlet> servlets = new PathMappings<>();

    /**
     * A handler that is not started.
     *
     * @param servlets by their paths, such as {@code /*} or {@code /mcp/*}; also those of the next
     *     handler, since the longest path counts
     */
    public JettyHandler(Map<String, ? extends HttpServlet> servlets) {
        servlets.forEach((path, servlet) -> this.servlets.put(new ServletPathSpec(path), servlet));
    }

    /** Whether it serves a servlet by itself. */
    public static boolean serves(HttpServlet servlet) {
        return servlet instanceof ExchangeServlet;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        MatchedResource<HttpServlet> matched =
                servlets.getMatched(request.getHttpURI().getDecodedPath());
        if (matched == null || !serves(matched.getResource())) {
            return super.handle(request, response, callback);
        }
        // Whoever answers decides how long that takes.
        request.addIdleTimeoutListener(idle -> false);
        DirectResponse answer = new DirectResponse(response, callback);
        DirectRequest asked =
                new DirectRequest(request, matched.getPathMatch(), matched.getPathInfo(), answer);
        try {
            matched.getResource().service(asked, answer);
        } finally {
            // The answer is still to be written, which an interrupt would break.
            Thread.interrupted();
        }
        if (!asked.isAsyncStarted() && !asked.isConsumed() && !response.isCommitted()) {
            // What the client still sends is not read, and so nothing after it.
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        answer.leave();
        return true;
    }

    /** Operations may block, whatever the next handler does. */
    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        servlets.values().stream().filter(JettyHandler::serves).forEach(HttpServlet::destroy);
    }
}
