package dev.alkdev.operations.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A REST API with an OpenAPI document that tests can change. */
final class TestApi implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile CountDownLatch documentGate = new CountDownLatch(0);
    private volatile String document = document("getWeather");

    TestApi(int port) {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    static TestApi start() {
        return new TestApi(0);
    }

    String documentUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/openapi.json";
    }

    /** A source that brings this API. */
    String source(String name) {
        return "  - name: " + name + "\n    type: openapi\n    document: " + documentUrl() + "\n";
    }

    /** From now on, the only operation has this name. */
    void rename(String operation) {
        document = document(operation);
    }

    /** From now on, the document is not given until the gate is opened. */
    CountDownLatch holdDocument() {
        CountDownLatch gate = new CountDownLatch(1);
        documentGate = gate;
        return gate;
    }

    private static String document(String operation) {
        return """
        {"openapi": "3.1.0", "info": {"title": "Weather", "version": "1"},
         "paths": {"/weather/{town}": {"get": {"operationId": "%s",
           "parameters": [{"name": "town", "in": "path", "required": true,
                           "schema": {"type": "string"}}],
           "responses": {"200": {"description": "ok", "content": {"application/json": {}}},
                         "404": {"description": "no such town"}}}}}}
        """
                .formatted(operation);
    }

    /** What was asked for, in order: each as method, address and headers in lower case. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /**
     * Gives the document, or the path it is asked for; of slow towns there is never news, and
     * nowhere is not found.
     */
    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(
                exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " "
                        + new TreeMap<>(exchange.getRequestHeaders())
                                .toString()
                                .toLowerCase(Locale.ROOT));
        try (exchange) {
            if (path.endsWith("/slow")) {
                closing.await();
            }
            if (path.equals("/openapi.json")) {
                documentGate.await();
            }
            String text = path.equals("/openapi.json") ? document : echo(exchange);
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("Set-Cookie", "session=abc");
            exchange.getResponseHeaders().add("X-Internal-Host", "host7");
            exchange.sendResponseHeaders(path.endsWith("/nowhere") ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String echo(HttpExchange exchange) {
        String trace = exchange.getRequestHeaders().getFirst("traceparent");
        return "{\"path\":\""
                + exchange.getRequestURI().getPath()
                + (trace == null ? "\"}" : "\",\"traceparent\":\"" + trace + "\"}");
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
