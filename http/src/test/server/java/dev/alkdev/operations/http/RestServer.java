package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServlet;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/** A gateway in a Jetty on a free port of the loopback, and a client of it. */
public final class RestServer implements AutoCloseable {
    private static final Mounting MOUNTING =
            ServiceLoader.load(Mounting.class).findFirst().orElse(new Mounting() {});

    private final Server server;
    private final ServerConnector connector;
    private final String mount;
    private final HttpServlet servlet;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** How a server gets its connections and a gateway. A module gives its own as a service. */
    public interface Mounting {
        default ServerConnector connector(Server server, ConnectionFactory protocol) {
            return new ServerConnector(server, protocol);
        }

        default Handler handler(HttpServlet servlet, String path) {
            return container(servlet, path, true);
        }
    }

    private RestServer(
            Server server, ServerConnector connector, String mount, HttpServlet servlet) {
        this.servlet = servlet;
        this.server = server;
        this.connector = connector;
        this.mount = mount;
    }

    public static RestServer serving(RestGateway.Builder gateway) {
        return serving(gateway, "", true);
    }

    static RestServer serving(RestGateway.Builder gateway, String mount, boolean async) {
        HttpServlet servlet = gateway.build().servlet();
        String path = mount + "/*";
        return start(
                servlet,
                mount,
                async ? MOUNTING.handler(servlet, path) : container(servlet, path, false));
    }

    /** Serves it in Jetty's servlet container, whatever the module gives. */
    public static RestServer inContainer(RestGateway.Builder gateway) {
        HttpServlet servlet = gateway.build().servlet();
        return start(servlet, "", container(servlet, "/*", true));
    }

    private static RestServer start(HttpServlet servlet, String mount, Handler handler) {
        QueuedThreadPool threads = new QueuedThreadPool(16);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("rest-"));
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = MOUNTING.connector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(20_000);
        server.addConnector(connector);
        server.setHandler(handler);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return new RestServer(server, connector, mount, servlet);
    }

    private static Handler container(HttpServlet servlet, String path, boolean async) {
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(async);
        context.addServlet(holder, path);
        return context;
    }

    HttpServlet servlet() {
        return servlet;
    }

    public ServerConnector connector() {
        return connector;
    }

    public int port() {
        return connector.getLocalPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + mount + path);
    }

    HttpClient client() {
        return client;
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send(path, headers, HttpRequest.Builder::GET);
    }

    public HttpResponse<String> post(String path, String body, String... headers) {
        return send(
                path,
                headers,
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> send(
            String path, String[] headers, UnaryOperator<HttpRequest.Builder> method) {
        HttpRequest.Builder request =
                method.apply(HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(20)));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens an event stream. */
    public HttpResponse<InputStream> stream(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path)).header("Accept", "text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofInputStream());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static JsonNode json(HttpResponse<String> response) {
        return Json.parse(response.body());
    }

    /** A problem without what differs each time. */
    public static JsonNode problem(HttpResponse<String> response) {
        assertProblem(response);
        ObjectNode json = (ObjectNode) json(response);
        json.remove("requestId");
        return json;
    }

    private static void assertProblem(HttpResponse<String> response) {
        assertThat(response.headers().firstValue("Content-Type"))
                .as(response.statusCode() + " " + response.body())
                .contains("application/problem+json");
        assertThat(json(response).path("requestId").asString(""))
                .isEqualTo(response.headers().firstValue("X-Request-Id").orElseThrow());
        assertThat(json(response).path("status").asInt()).isEqualTo(response.statusCode());
    }

    @Override
    public void close() {
        client.shutdownNow();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        client.close();
    }
}
