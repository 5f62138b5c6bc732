package dev.alkdev.operations.jetty;

import dev.alkdev.operations.http.RestServer;

import jakarta.servlet.http.HttpServlet;

import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

import java.util.Map;

/** Serves gateways on Jetty's core, without its servlet container. */
public final class CoreMounting implements RestServer.Mounting {
    @Override
    public ServerConnector connector(Server server, ConnectionFactory protocol) {
        return JettyClientWatch.connector(server, protocol);
    }

    @Override
    public Handler handler(HttpServlet servlet, String path) {
        return new JettyHandler(Map.of(path, servlet));
    }
}
