package dev.alkdev.operations.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A small API that keeps callers waiting at one of its paths until it is told to answer. */
final class SlowApi implements AutoCloseable {
    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: Slow, version: "1"}
            paths:
              /things:
                get:
                  operationId: listThings
                  responses: {"200": {description: "", content: {application/json: {}}}}
            """;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final HttpServer server;

    private SlowApi(HttpServer server) {
        this.server = server;
    }

    /** One whose document takes its time. */
    static SlowApi withSlowDocument() throws IOException {
        return serve("/openapi.yaml");
    }

    /** One whose only operation, {@code listThings}, takes its time. */
    static SlowApi withSlowOperation() throws IOException {
        return serve("/things");
    }

    private static SlowApi serve(String slow) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        SlowApi api = new SlowApi(HttpServer.create(any, 1));
        api.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        api.server.createContext("/", exchange -> api.answer(exchange, slow));
        api.server.start();
        return api;
    }

    private void answer(HttpExchange exchange, String slow) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals(slow)) {
            asked.countDown();
            awaitAnswer();
        }
        boolean document = path.equals("/openapi.yaml");
        byte[] bytes = (document ? DOCUMENT : "[1]").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders()
                .set("Content-Type", document ? "application/yaml" : "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private void awaitAnswer() {
        try {
            answer.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Where the document is. */
    String document() {
        return base() + "/openapi.yaml";
    }

    /** The source {@code slow} of a config. */
    String source() {
        return "{name: slow, type: openapi, document: \"%s\", baseUrl: \"%s\"}"
                .formatted(document(), base());
    }

    /** Waits until somebody waits. */
    void awaitRequest() throws InterruptedException {
        asked.await();
    }

    void answer() {
        answer.countDown();
    }

    @Override
    public void close() {
        answer();
        server.stop(0);
    }
}
