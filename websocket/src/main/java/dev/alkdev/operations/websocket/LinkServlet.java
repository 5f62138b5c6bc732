package dev.alkdev.operations.websocket;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;

import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Accepts links in a servlet container that has {@code jakarta.websocket}, such as Tomcat or Jetty.
 * Requests pass the filters of the application before they get here. When the container destroys
 * it, links that are open are closed. Threads may share it.
 */
public final class LinkServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int UPGRADE_REQUIRED = 426;

    private final transient WebSocketEndpoint endpoint;
    private final transient Function<HttpServletRequest, Admission> admission;

    /**
     * A servlet, to be mapped to one path.
     *
     * @param endpoint whose rules hold, besides its path and authenticator
     * @param admission who may open a link; it may block, and what it throws is status 500
     */
    public LinkServlet(
            WebSocketEndpoint endpoint, Function<HttpServletRequest, Admission> admission) {
        this.endpoint = endpoint;
        this.admission = admission;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!"websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
            response.setHeader("Upgrade", "websocket");
            refuse(new Admission.Refused(UPGRADE_REQUIRED, "links are WebSockets", null), response);
            return;
        }
        UpgradeAttempt attempt = attempt(request);
        switch (endpoint.links().admit(attempt, () -> admission.apply(request))) {
            case Admission.Refused refused -> refuse(refused, response);
            case Admission.Granted granted -> upgrade(attempt, granted, request, response);
        }
    }

    private void upgrade(
            UpgradeAttempt attempt,
            Admission.Granted granted,
            HttpServletRequest request,
            HttpServletResponse response)
            throws ServletException, IOException {
        if (!(getServletContext().getAttribute(ServerContainer.class.getName())
                instanceof ServerContainer container)) {
            throw new ServletException("the servlet container has no jakarta.websocket");
        }
        JakartaSocket socket =
                new JakartaSocket(
                        opened -> endpoint.links().accept(granted, attempt, opened),
                        endpoint.links().patience());
        try {
            container.upgradeHttpToWebSocket(request, response, config(socket), Map.of());
        } catch (DeploymentException e) {
            throw new ServletException(e);
        }
    }

    private static ServerEndpointConfig config(JakartaSocket socket) {
        return ServerEndpointConfig.Builder.create(JakartaSocket.class, "/")
                .subprotocols(List.of(Lines.PROTOCOL))
                .configurator(new OneSocket(socket))
                .build();
    }

    /** Origins are checked already, and compression costs more than it saves between servers. */
    private static final class OneSocket extends ServerEndpointConfig.Configurator {
        private final JakartaSocket socket;

        OneSocket(JakartaSocket socket) {
            this.socket = socket;
        }

        @Override
        public <T> T getEndpointInstance(Class<T> type) {
            return type.cast(socket);
        }

        @Override
        public boolean checkOrigin(String origin) {
            return true;
        }

        @Override
        public List<Extension> getNegotiatedExtensions(
                List<Extension> installed, List<Extension> requested) {
            return List.of();
        }
    }

    private static void refuse(Admission.Refused refused, HttpServletResponse response)
            throws IOException {
        if (refused.challenge() != null) {
            response.setHeader("WWW-Authenticate", refused.challenge());
        }
        response.setStatus(refused.status());
        response.setContentType("text/plain");
        response.setCharacterEncoding("utf-8");
        response.getWriter().print(refused.reason());
    }

    private static UpgradeAttempt attempt(HttpServletRequest request) {
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        String remote = request.getRemoteAddr() + ":" + request.getRemotePort();
        return new UpgradeAttempt(URI.create(request.getRequestURL().toString()), headers, remote);
    }

    /** Closes all links. */
    @Override
    public void destroy() {
        endpoint.close();
    }
}
