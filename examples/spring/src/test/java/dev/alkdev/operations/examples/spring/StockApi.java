package dev.alkdev.operations.examples.spring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** The REST API of a stock, by somebody who knows nothing of operations. */
final class StockApi implements AutoCloseable {
    private static final String DOCUMENT =
            """
            {"openapi": "3.1.0",
             "info": {"title": "Stock", "version": "1"},
             "servers": [{"url": "/"}],
             "paths": {"/levels/{part}": {"get": {
               "operationId": "level",
               "parameters": [{"name": "part", "in": "path", "required": true,
                               "schema": {"type": "string"}}],
               "responses": {"200": {"description": "ok", "content": {"application/json": {
                 "schema": {"type": "object",
                            "properties": {"part": {"type": "string"},
                                           "pieces": {"type": "integer"}},
                            "required": ["part", "pieces"]}}}}}}}}}
            """;

    private final HttpServer server;

    StockApi() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/openapi.json", exchange -> send(exchange, DOCUMENT));
        server.createContext(
                "/levels/",
                exchange -> {
                    String part = exchange.getRequestURI().getPath().substring(8);
                    send(exchange, "{\"part\": \"" + part + "\", \"pieces\": 40}");
                });
        server.start();
    }

    private static void send(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
