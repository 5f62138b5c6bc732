package dev.alkdev.operations.hub;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * A REST API that responds to each request in another wrong way, at random, and whose OpenAPI
 * document is another one each time: large, deep, broken, or right.
 */
final class HostileApi implements AutoCloseable {
    private static final String OPERATIONS =
            """
            "/go": {"post": {"operationId": "go",
              "requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}},
              "responses": {"200": {"content": {"application/json": {"schema": {"type": "object",
                "properties": {"n": {"type": "integer"}}}}}}}}},
            "/read": {"get": {"operationId": "read", "responses": {"200": {}}}},
            "/stream": {"get": {"operationId": "stream",
              "responses": {"200": {"content": {"text/event-stream": {}}}}}}
            """;

    private final Random random;
    private final HttpServer http;
    private int documents;

    private HostileApi(Random random, HttpServer http) {
        this.random = random;
        this.http = http;
    }

    static HostileApi start(long seed) throws IOException {
        HttpServer http =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HostileApi api = new HostileApi(new Random(seed), http);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", api::handle);
        http.start();
        return api;
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    @Override
    public void close() {
        http.stop(0);
    }

    private boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            if (path.startsWith("/document")) {
                document(exchange);
            } else if (path.startsWith("/stream")) {
                stream(exchange);
            } else {
                respond(exchange);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a text so often, compressed or as it is, or until the client has enough. */
    private static void send(HttpExchange exchange, String text, int times, boolean gzip)
            throws IOException {
        if (gzip) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        }
        exchange.sendResponseHeaders(200, 0);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (OutputStream plain = exchange.getResponseBody();
                OutputStream body = gzip ? new GZIPOutputStream(plain) : plain) {
            for (int i = 0; i < times; i++) {
                body.write(bytes);
            }
        }
    }

    /** The first document is right, so that there is something to call. */
    private void document(HttpExchange exchange) throws IOException, InterruptedException {
        int number = ++documents;
        switch (number == 1 ? 0 : random.nextInt(10)) {
            case 1 -> send(exchange, "[".repeat(upTo(100_000)), upTo(100), false);
            case 2 -> send(exchange, " ".repeat(1_000_000), upTo(2_000), true);
            case 3 -> send(exchange, document(number, values(upTo(800_000))), 1, chance(2));
            case 4 -> send(exchange, document(number, members(upTo(60_000))), 1, false);
            case 5 -> send(exchange, "a: &a [x]\nb: [" + "*a, ".repeat(upTo(500_000)), 1, false);
            case 6 -> send(exchange, "- 1\n".repeat(upTo(100_000)), upTo(100), false);
            case 7 -> TimeUnit.MILLISECONDS.sleep(upTo(3_000));
            case 8 -> send(exchange, document(number, nested(upTo(400))), 1, false);
            default -> send(exchange, document(number, "1"), 1, false);
        }
    }

    private String document(int number, String extra) {
        StringBuilder others = new StringBuilder();
        int count = chance(3) ? upTo(3_000) : upTo(20);
        for (int i = 0; i < count; i++) {
            others.append(
                    ", \"/o%d/%d\": {\"get\": {\"operationId\": \"o%d\", \"summary\": \"%d\"}}"
                            .formatted(i, number % 3, i, number));
        }
        return "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"},"
                + " \"paths\": {"
                + OPERATIONS
                + others
                + "}, \"x-more\": "
                + extra
                + "}";
    }

    private static String values(int count) {
        StringBuilder values = new StringBuilder("[0");
        for (int i = 1; i < count; i++) {
            values.append(",\"").append(i).append('"');
        }
        return values.append(']').toString();
    }

    private static String members(int count) {
        StringBuilder members = new StringBuilder("{\"a\": 0");
        for (int i = 0; i < count; i++) {
            members.append(",\"m").append(i).append("\": {\"n").append(i).append("\": []}");
        }
        return members.append('}').toString();
    }

    private static String nested(int depth) {
        return "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    }

    private void respond(HttpExchange exchange) throws IOException, InterruptedException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", chance(4) ? "text/plain" : "application/json");
        int size = upTo(chance(3) ? 6_000_000 : 10_000);
        switch (random.nextInt(14)) {
            case 0 -> send(exchange, "x".repeat(100_000), 10_000, false);
            case 1 -> send(exchange, " ".repeat(1_000_000), 2_000, true);
            case 2 -> send(exchange, "[" + "{},".repeat(size / 3) + "1]", 1, chance(2));
            case 3 -> send(exchange, values(size / 8), 1, false);
            case 4 -> send(exchange, nested(upTo(20_000)), 1, false);
            case 5 -> send(exchange, "\"" + "y".repeat(size) + "\"", 1, false);
            case 6 -> {
                for (int i = 0; i < upTo(150); i++) {
                    headers.add("X-Header-" + i, "h".repeat(upTo(chance(10) ? 100_000 : 1_000)));
                }
                send(exchange, "{}", 1, false);
            }
            case 7 -> {
                headers.set("Location", "/go?" + "r".repeat(upTo(5_000)));
                exchange.sendResponseHeaders(chance(2) ? 307 : 302, -1);
            }
            case 8 -> TimeUnit.MILLISECONDS.sleep(upTo(3_000));
            case 9 -> {
                headers.set("Retry-After", chance(2) ? "1" : "9".repeat(upTo(30)));
                exchange.sendResponseHeaders(chance(2) ? 503 : 429, -1);
            }
            case 10 -> {
                exchange.sendResponseHeaders(500 + random.nextInt(99), 0);
                exchange.getResponseBody().write("e".repeat(size).getBytes(StandardCharsets.UTF_8));
            }
            case 11 -> drip(exchange);
            case 12 -> send(exchange, members(upTo(50_000)), 1, false);
            default -> send(exchange, "{\"n\": 1}", 1, false);
        }
    }

    private void drip(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.sendResponseHeaders(200, 0);
        for (int i = 0; i < upTo(50); i++) {
            exchange.getResponseBody().write('[');
            exchange.getResponseBody().flush();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private void stream(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        int size = upTo(chance(5) ? 2_000_000 : 1_000);
        switch (random.nextInt(5)) {
            case 0 -> send(exchange, "data: " + "f".repeat(size) + "\n\n", upTo(3_000), false);
            case 1 -> send(exchange, "data: " + "g".repeat(size), 10_000, false);
            case 2 -> send(exchange, ": " + "c".repeat(size) + "\n", upTo(1_000), false);
            case 3 -> send(exchange, "id: 1\ndata: " + "[[],".repeat(size / 4) + "\n\n", 50, false);
            default -> send(exchange, "data: [" + "{},".repeat(size / 3) + "1]\n\n", 50, false);
        }
    }
}
