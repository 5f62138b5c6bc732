package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.openapi.ApiChanges;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.ImportOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.openapi.OpenApiReport;
import dev.alkdev.operations.openapi.OpenApiSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.RetryOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The snippets of docs/guide/openapi.md; only the host differs. */
class OpenApiTest {
    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: Shop, version: "2"}
            servers: [{url: /v2}]
            paths:
              /orders/{id}:
                get:
                  operationId: getOrder
                  tags: [orders]
                  parameters:
                    - {name: id, in: path, schema: {type: integer}}
                    - {name: expand, in: query, schema: {type: array, items: {type: string}}}
                  responses:
                    "200": {content: {application/json: {}}}
                    "404": {description: no such order}
              /changes:
                get:
                  operationId: orderChanges
                  responses: {"200": {content: {text/event-stream: {}}}}
            """;

    private HttpServer server;
    private String host;
    private String documentUrl;
    private final List<String> requests = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        host = "http://127.0.0.1:" + server.getAddress().getPort();
        documentUrl = host + "/openapi.json";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString();
        requests.add(target + " " + exchange.getRequestHeaders().getFirst("Authorization"));
        if (target.endsWith("/404")) {
            reply(exchange, 404, "application/json", "{\"why\": \"gone\"}");
        } else if (target.endsWith("/changes")) {
            reply(
                    exchange,
                    200,
                    "text/event-stream",
                    """
                    data: {"state": "paid", "last": false}

                    data: {"state": "sent", "last": true}

                    """);
        } else if (target.endsWith("/openapi.json")) {
            reply(exchange, 200, "application/yaml", DOCUMENT);
        } else {
            reply(exchange, 200, "application/json", "{\"id\": 7}");
        }
    }

    private static void reply(HttpExchange exchange, int status, String type, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private OperationRegistry imported() {
        OperationRegistry registry = OperationRegistry.create();
        OpenApi.fromUrl(documentUrl, HttpServiceOptions.of("shop")).registerIn(registry);
        return registry;
    }

    @Test
    void fromAUrlToACall() {
        // snippet: call
        OperationRegistry registry = OperationRegistry.create();
        OpenApi.fromUrl(documentUrl, HttpServiceOptions.of("shop"))
                .registerIn(registry); // "https://shop.example/openapi.json"

        ResponseEnvelope<JsonNode> order =
                registry.execute(
                        "shop.getOrder", Json.parse("{\"id\": 7, \"expand\": [\"items\"]}"));
        // end

        assertThat(order.data()).isEqualTo(Json.parse("{\"id\": 7}"));
        assertThat(requests).contains("/v2/orders/7?expand=items null");
    }

    @Test
    void whatIsInIt() {
        // snippet: inspect
        OpenApiReport report = OpenApi.inspect(DocumentSource.url(documentUrl));
        report.operations()
                .forEach(spec -> System.out.println(spec + " " + spec.inputSchema().toJson()));
        report.problems().forEach(System.out::println);
        // end

        assertThat(report.operations()).hasSize(2);
        assertThat(report.problems()).isEmpty();
    }

    @Test
    void whoCallsAndWhere() {
        String baseUrl = host + "/test";
        Supplier<String> tokens = () -> "token-1";
        // snippet: service
        HttpServiceOptions shop =
                HttpServiceOptions.builder("shop")
                        .baseUrl(baseUrl) // "https://test.shop.example/v2"
                        .header("X-Client", "backoffice")
                        .parameter("expand", "items")
                        .credentials(operation -> Credential.bearer(tokens.get()))
                        .timeout(Duration.ofSeconds(10))
                        .retry(RetryOptions.of(3))
                        .build();
        // end
        OperationRegistry registry = OperationRegistry.create();
        OpenApi.from(DOCUMENT, shop).registerIn(registry);

        registry.execute("shop.getOrder", Json.parse("{\"id\": 7}"));

        assertThat(requests).containsExactly("/test/orders/7?expand=items Bearer token-1");
    }

    @Test
    void whatCanGoWrong() {
        OperationRegistry registry = imported();
        // snippet: failure
        try {
            registry.execute("shop.getOrder", Json.parse("{\"id\": 404}"));
        } catch (CallException e) {
            String message = e.getMessage(); // HTTP 404: Not Found
            JsonNode body = e.details().orElseThrow().get("body"); // the body of the response
            int status = e.details().orElseThrow().get("statusCode").asInt(); // 404
            boolean missing = e.code().equals("HTTP_404"); // declared in the document
            // pause
            assertThat(missing).isTrue();
            assertThat(message).isEqualTo("HTTP 404: Not Found");
            assertThat(body.get("why").asString()).isEqualTo("gone");
            assertThat(status).isEqualTo(404);
            // resume
        }
        // end
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> registry.execute("shop.getOrder", Json.parse("{\"id\": 404}")));
    }

    @Test
    void aLiveStream() {
        OperationRegistry registry = imported();
        List<String> states = new ArrayList<>();

        // snippet: stream
        try (Subscription<JsonNode> changes =
                registry.subscribe("shop.orderChanges", Json.parse("{}"))) {
            for (ResponseEnvelope<JsonNode> change : changes) {
                states.add(change.data().get("state").asString());
                if (change.data().get("last").asBoolean()) {
                    break;
                }
            }
        }
        // end

        assertThat(states).containsExactly("paid", "sent");
    }

    @Test
    void someOfThemUnderOtherNamesAndUpToDate() {
        // snippet: filter
        ImportOptions reading =
                ImportOptions.builder()
                        .filter(it -> it.method().equals("GET") && it.tags().contains("orders"))
                        .rename(it -> it.name().replace("Order", ""))
                        .maxOperations(200)
                        .build();
        HttpServiceOptions shop =
                HttpServiceOptions.builder("shop").imports(reading).requires("shop:read").build();
        // end
        OperationRegistry registry = OperationRegistry.create();

        // snippet: reload
        try (OpenApiSource source = OpenApiSource.of(DocumentSource.url(documentUrl), shop)) {
            source.start(registry);
            ApiChanges changes = source.reload(); // added, changed, removed
            // pause

            assertThat(changes.isEmpty()).isTrue();
            assertThat(registry.isCallable("shop.get")).isTrue();
            assertThat(registry.size()).isEqualTo(1);
            assertThat(registry.spec("shop.get").accessControl())
                    .isEqualTo(AccessControl.requires("shop:read"));
            // resume
        }
        // end
    }

    @Test
    void severalDocuments(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("bank.yaml"), DOCUMENT);
        HttpServiceOptions shop = HttpServiceOptions.of("shop");
        OperationRegistry registry = OperationRegistry.create();

        try (OpenApiSource first = OpenApiSource.of(DocumentSource.url(documentUrl), shop);
                OpenApiSource second =
                        OpenApiSource.of(
                                DocumentSource.file(file), HttpServiceOptions.of("bank"))) {
            // snippet: several
            List.of(first, second).parallelStream().forEach(api -> api.start(registry));
            OperationSource.Status bank = second.status();
            // end

            assertThat(bank).isEqualTo(new OperationSource.Status(State.READY, 2, null));
            assertThat(registry.isCallable("bank.getOrder")).isTrue();
            assertThat(registry.isCallable("shop.getOrder")).isTrue();
        }
    }
}
