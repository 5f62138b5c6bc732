package dev.alkdev.operations.cli;

import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A small OpenAPI document on a server that keeps everybody waiting until it is told to answer. */
final class SlowDocument implements AutoCloseable {
    private static final String TEXT =
            """
            openapi: 3.1.0
            info: {title: Slow, version: "1"}
            servers: [{url: "http://127.0.0.1:9"}]
            paths:
              /things:
                get: {operationId: listThings, responses: {}}
            """;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final HttpServer server;

    private SlowDocument(HttpServer server) {
        this.server = server;
    }

    static SlowDocument serve() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        SlowDocument document = new SlowDocument(HttpServer.create(any, 1));
        document.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        document.server.createContext(
                "/",
                exchange -> {
                    document.asked.countDown();
                    document.awaitAnswer();
                    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "application/yaml");
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        document.server.start();
        return document;
    }

    private void awaitAnswer() {
        try {
            answer.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/openapi.yaml";
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
