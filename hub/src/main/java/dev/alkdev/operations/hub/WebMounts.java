package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.ClientWatch;

import jakarta.servlet.http.HttpServlet;

import org.eclipse.jetty.server.Handler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the HTTP server of a hub is to serve, put together by its gateways. For one thread. */
public final class WebMounts {
    final Map<String, HttpServlet> servlets = new LinkedHashMap<>();
    private final List<Handler.Wrapper> handlers = new ArrayList<>();
    private final ClientWatch watch;

    WebMounts(ClientWatch watch) {
        this.watch = watch;
    }

    /**
     * Serves a path, such as {@code /metrics} or {@code /*}.
     *
     * @throws IllegalArgumentException if another gateway serves it
     */
    public void servlet(String path, HttpServlet servlet) {
        if (servlets.putIfAbsent(path, servlet) != null) {
            throw new IllegalArgumentException("two gateways serve " + path);
        }
    }

    /** Serves a path that no gateway serves. */
    void servletUnlessServed(String path, HttpServlet servlet) {
        servlets.putIfAbsent(path, servlet);
    }

    /** Puts a handler before all servlets, such as one for WebSocket upgrades. */
    public void handler(Handler.Wrapper handler) {
        handlers.add(handler);
    }

    /** Notices clients that go away. */
    public ClientWatch watch() {
        return watch;
    }

    /** Before some other handler. */
    Handler before(Handler last) {
        Handler served = last;
        for (Handler.Wrapper wrapper : handlers) {
            wrapper.setHandler(served);
            served = wrapper;
        }
        return served;
    }
}
