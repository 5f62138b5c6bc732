package dev.alkdev.operations.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * Calls of an imported operation beside the bare JDK client with the same request, 64 in flight.
 */
public final class OpenApiLoad {
    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: Echo, version: "1"}
            paths:
              /orders/{id}:
                get:
                  operationId: get
                  parameters:
                    - {name: id, in: path, schema: {type: integer}}
                    - {name: expand, in: query, schema: {type: string}}
                  responses:
                    "200": {content: {application/json: {schema: {type: object}}}}
            """;

    private OpenApiLoad() {}

    public static void main(String[] args) throws Exception {
        Duration turn = Duration.ofMillis(args.length > 0 ? Long.parseLong(args[0]) : 2_000);
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", OpenApiLoad::answer);
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        List<LoadSubject> subjects = List.of(bare(url), ours(url));
        var rates = new LoadRun(64, turn, 6).run(subjects);
        rates.forEach(
                (name, rate) ->
                        System.out.printf(
                                "HTTP, 64 in flight: %-24s %,10.0f calls/s%n", name, rate));
        subjects.forEach(LoadSubject::close);
        server.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        byte[] body = InProcessLoad.PAYLOAD.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static LoadSubject bare(String url) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + "/orders/17?expand=lines"))
                        .version(HttpClient.Version.HTTP_1_1)
                        .header("Accept", "application/json")
                        .build();
        return subject(
                "java.net.http",
                () ->
                        Json.mapper()
                                .readTree(client.send(request, BodyHandlers.ofByteArray()).body()),
                client);
    }

    private static LoadSubject ours(String url) {
        OperationRegistry registry = OperationRegistry.create();
        HttpServiceOptions config = HttpServiceOptions.builder("echo").baseUrl(url).build();
        OpenApi.from(DOCUMENT, config).registerIn(registry);
        JsonNode input = Json.parse("{\"id\": 17, \"expand\": \"lines\"}");
        return subject("operation", () -> registry.execute("echo.get", input), () -> {});
    }

    private interface Call {
        Object call() throws Exception;
    }

    private interface Closing {
        void close();
    }

    private static LoadSubject subject(String name, Call call, HttpClient client) {
        return subject(name, call, client::shutdownNow);
    }

    private static LoadSubject subject(String name, Call call, Closing closing) {
        return new LoadSubject() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void call() throws Exception {
                if (call.call() == null) {
                    throw new IllegalStateException(name + " answers nothing");
                }
            }

            @Override
            public void close() {
                closing.close();
            }
        };
    }
}
