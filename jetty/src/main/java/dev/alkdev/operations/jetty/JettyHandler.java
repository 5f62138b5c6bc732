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
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

import java.util.Map;
import java.util.concurrent.ThreadFactory;

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

    /**
     * Virtual threads for a server, as many as there are requests, also for its selector: the one
     * that has found a request serves it, without waking another. They inherit nothing, since who
     * starts them has often served a request, and what its handler left behind would be passed on
     * for ever. They go on while handlers keep every processor busy.
     */
    public static ThreadPool threads() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        ThreadFactory threads =
                Thread.ofVirtual()
                        .inheritInheritableThreadLocals(false)
                        .name("operations-http ", 0)
                        .factory();
        VirtualThreadPool pool = new VirtualThreadPool(0);
        // Not an executor service: that keeps a list of the threads of all requests, for nobody.
        pool.setVirtualThreadsExecutor(
                task -> {
                    Thread thread = threads.newThread(task);
                    thread.setContextClassLoader(loader);
                    thread.start();
                });
        pool.addBean(new StalledThreads());
        return pool;
    }

    /** Whether it serves a servlet by itself. */
    public static boolean serves(HttpServlet servlet) {
        return servlet instanceof ExchangeServlet;
    }

    /**
     * Serves a request, and resets its thread before that serves the next, which may be another
     * caller's. What is in a {@link ThreadLocal} cannot be reset.
     */
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        MatchedResource<HttpServlet> matched =
                servlets.getMatched(request.getHttpURI().getDecodedPath());
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        try {
            if (matched == null || !serves(matched.getResource())) {
                return super.handle(request, response, callback);
            }
            serve(matched, request, response, callback);
            return true;
        } finally {
            thread.setContextClassLoader(loader);
            Thread.interrupted();
        }
    }

    private static void serve(
            MatchedResource<HttpServlet> matched,
            Request request,
            Response response,
            Callback callback)
            throws Exception {
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
