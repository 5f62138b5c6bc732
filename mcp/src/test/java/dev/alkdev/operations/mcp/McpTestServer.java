package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.jetty.JettyClientWatch;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.SseParser;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A gateway in a Jetty on a free port of the loopback, and a client of it. All that passes between
 * them is recorded and checked.
 */
final class McpTestServer implements AutoCloseable {
    private final JettyClientWatch watch = new JettyClientWatch(Duration.ofMillis(20));
    private final AtomicInteger ids = new AtomicInteger();
    private final Server server;
    private final ServerConnector connector;
    private final McpServlet servlet;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private McpTestServer(McpGateway.Builder gateway, UnaryOperator<Handler> around) {
        QueuedThreadPool threads = new QueuedThreadPool(16);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("mcp-"));
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setHeaderCacheCaseSensitive(true);
        connector = JettyClientWatch.connector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        servlet = gateway.clientWatch(watch).build().servlet();
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/mcp/*");
        server.setHandler(around.apply(context));
    }

    static McpTestServer serving(McpGateway.Builder gateway) {
        return started(new McpTestServer(gateway, RecordedHandler::new));
    }

    /** For tests whose messages are too many to be recorded. */
    static McpTestServer unrecorded(McpGateway.Builder gateway) {
        return started(new McpTestServer(gateway, UnaryOperator.identity()));
    }

    private static McpTestServer started(McpTestServer started) {
        try {
            started.server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return started;
    }

    /** The answer to a request: its status, what was sent before the answer, and the answer. */
    record Reply(int status, HttpResponse<?> response, List<JsonNode> before, JsonNode message) {
        JsonNode result() {
            assertThat(message.path("error").isMissingNode()).as("%s", message).isTrue();
            return message.get("result");
        }

        JsonNode error() {
            assertThat(message.path("result").isMissingNode()).as("%s", message).isTrue();
            return message.get("error");
        }

        int code() {
            return error().get("code").asInt();
        }
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
    }

    McpServlet servlet() {
        return servlet;
    }

    HttpClient client() {
        return client;
    }

    /** A request of 2026-07-28 as it should be. */
    Reply modern(String method, String params, String... headers) {
        return modernAt("/mcp", method, params, headers);
    }

    Reply modernAt(String path, String method, String params, String... headers) {
        ObjectNode body = modernBody(method, params, "{}");
        return post(path, body, modernHeaders(body, headers));
    }

    /** A request of 2026-07-28 of a client that can be asked. */
    Reply asked(String capabilities, String method, String params, String... headers) {
        ObjectNode body = modernBody(method, params, capabilities);
        return post("/mcp", body, modernHeaders(body, headers));
    }

    ObjectNode modernBody(String method, String params, String capabilities) {
        ObjectNode body = body(method, params);
        ObjectNode all = (ObjectNode) body.get("params");
        ObjectNode meta = all.has("_meta") ? (ObjectNode) all.get("_meta") : all.putObject("_meta");
        meta.put(MetaKeys.VERSION, "2026-07-28");
        meta.set(MetaKeys.CAPABILITIES, Json.parse(capabilities));
        return body;
    }

    ObjectNode body(String method, String params) {
        ObjectNode body = (ObjectNode) Json.parse("{\"jsonrpc\": \"2.0\"}");
        body.put("id", ids.incrementAndGet()).put("method", method);
        body.set("params", Json.parse(params));
        return body;
    }

    static String[] modernHeaders(JsonNode body, String... more) {
        List<String> headers = new ArrayList<>(Arrays.asList(more));
        headers.addAll(List.of("MCP-Protocol-Version", "2026-07-28"));
        headers.addAll(List.of("Mcp-Method", body.get("method").asString()));
        JsonNode params = body.get("params");
        String name = params.path("name").asString(params.path("uri").asString(""));
        if (!name.isEmpty()) {
            headers.addAll(List.of("Mcp-Name", name));
        }
        return headers.toArray(String[]::new);
    }

    /** Sends any message and reads all of the answer. */
    Reply post(String path, JsonNode body, String... headers) {
        return post(path, body, message -> {}, headers);
    }

    /** As the other, with each message passed on as it comes. */
    Reply post(String path, JsonNode body, Consumer<JsonNode> seen, String... headers) {
        HttpRequest request = request(path, body, headers);
        try {
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            List<JsonNode> messages = read(response, seen);
            JsonNode last =
                    messages.isEmpty() ? Json.parse("null") : messages.get(messages.size() - 1);
            List<JsonNode> before =
                    messages.isEmpty() ? List.of() : messages.subList(0, messages.size() - 1);
            return new Reply(response.statusCode(), response, before, last);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpRequest request(String path, JsonNode body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(BodyPublishers.ofString(body.toString()));
        return headers.length == 0 ? request.build() : request.headers(headers).build();
    }

    private static List<JsonNode> read(HttpResponse<InputStream> response, Consumer<JsonNode> seen)
            throws IOException {
        List<JsonNode> messages = new ArrayList<>();
        String type = response.headers().firstValue("Content-Type").orElse("");
        try (InputStream body = response.body()) {
            if (!type.startsWith("text/event-stream")) {
                byte[] bytes = body.readAllBytes();
                if (bytes.length > 0) {
                    messages.add(Json.parse(bytes));
                }
                return messages;
            }
            events(
                    body,
                    message -> {
                        messages.add(message);
                        seen.accept(message);
                    });
        }
        return messages;
    }

    /** Reads a stream of events to its end. */
    static void events(InputStream body, Consumer<JsonNode> seen) throws IOException {
        SseParser parser =
                new SseParser(
                        event -> {
                            if (!event.data().isBlank()) {
                                seen.accept(Json.parse(event.data()));
                            }
                        });
        byte[] buffer = new byte[8192];
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            parser.feed(buffer, 0, read);
        }
    }

    /** Opens a session of a client of before 2026-07-28. */
    McpTestSession session(McpVersion version, String capabilities, String... headers) {
        return McpTestSession.open(this, version, capabilities, headers);
    }

    @Override
    public void close() {
        client.shutdownNow();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        watch.close();
    }
}
