package dev.alkdev.operations.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of 2025-11-25 over HTTP that answers the calls of each tool in another wrong way. {@code
 * never} is not answered before {@link #release}.
 */
final class HostileServer implements AutoCloseable {
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CompletableFuture<String> waiting = new CompletableFuture<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger pages = new AtomicInteger();
    private final Conversation conversation = Conversation.ofClient(McpVersion.NEWEST_LEGACY);
    private final HttpServer server;

    private HostileServer(HttpServer server) {
        this.server = server;
    }

    static HostileServer start() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        HostileServer started = new HostileServer(server);
        server.setExecutor(started.threads);
        server.createContext("/mcp", started::handle);
        server.start();
        return started;
    }

    McpServerOptions.Builder config() {
        return McpServerOptions.url("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp")
                .era(McpEra.LEGACY);
    }

    /** Waits until a call of {@code never} has come. */
    void awaitNever() {
        waiting.join();
    }

    void release() {
        released.countDown();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            JsonNode message = Json.parse(exchange.getRequestBody().readAllBytes());
            conversation.fromClient(message);
            String id = message.path("id").toString();
            switch (message.path("method").asString("")) {
                case "initialize" ->
                        send(
                                exchange,
                                JSON,
                                result(
                                        id,
                                        """
                                        {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                                         "serverInfo": {"name": "hostile", "version": "1"}}
                                        """));
                case "tools/list" -> send(exchange, JSON, result(id, page()));
                case "tools/call" -> call(exchange, id, message.at("/params/name").asString());
                default -> exchange.sendResponseHeaders(202, -1);
            }
        }
    }

    /** Each page has a tool that no other has, and a cursor that no other had. */
    private String page() {
        int page = pages.incrementAndGet();
        return """
        {"tools": [{"name": "t%1$d", "inputSchema": {"type": "object"}}], "nextCursor": "c%1$d"}
        """
                .formatted(page);
    }

    private void call(HttpExchange exchange, String id, String tool) throws IOException {
        switch (tool) {
            case "text id" -> send(exchange, JSON, result("\"" + id + "\"", text("a text")));
            case "no id" -> send(exchange, JSON, result("null", text("none")));
            case "twice" ->
                    send(
                            exchange,
                            EVENTS,
                            event(result(id, text("first"))) + event(result(id, text("second"))));
            case "another's" ->
                    send(
                            exchange,
                            EVENTS,
                            event(result(waiting.join(), text("stolen")))
                                    + event(result(id, text("own"))));
            case "odd level" -> send(exchange, EVENTS, log() + event(result(id, text("logged"))));
            case "half event" ->
                    send(exchange, EVENTS, event(result(id, text("half"))).stripTrailing());
            case "broken" -> send(exchange, JSON, "{\"jsonrpc\": \"2.0\", \"id\": " + id);
            case "deep" -> send(exchange, JSON, result(id, "[".repeat(100_000)));
            case "page" -> send(exchange, "text/html", "<h1>Welcome</h1>");
            case "nothing" -> exchange.sendResponseHeaders(202, -1);
            case "same key twice" ->
                    send(
                            exchange,
                            JSON,
                            "{\"jsonrpc\": \"2.0\", \"id\": 77, \"id\": %s, \"result\": %s}"
                                    .formatted(id, text("last")));
            case "away" -> {
                exchange.getResponseHeaders().add("Location", "http://localhost:1/mcp");
                exchange.sendResponseHeaders(307, -1);
            }
            default -> never(exchange, id);
        }
    }

    private void never(HttpExchange exchange, String id) throws IOException {
        waiting.complete(id);
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        send(exchange, JSON, result(id, text("late")));
    }

    private static String log() {
        return event(
                """
                {"jsonrpc": "2.0", "method": "notifications/message",
                 "params": {"level": "warn", "data": "watch out"}}
                """);
    }

    private static String text(String text) {
        return "{\"content\": [{\"type\": \"text\", \"text\": \"" + text + "\"}]}";
    }

    private static String result(String id, String result) {
        return "{\"jsonrpc\": \"2.0\", \"id\": " + id + ", \"result\": " + result + "}";
    }

    private static String event(String message) {
        return "data: " + message.replace("\n", " ") + "\n\n";
    }

    private static void send(HttpExchange exchange, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        release();
        waiting.complete("0");
        server.stop(0);
        threads.close();
    }
}
