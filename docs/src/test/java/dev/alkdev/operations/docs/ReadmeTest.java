package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
import java.util.Map;

/** The snippets of {@code README.md}. */
class ReadmeTest {
    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: Pets, version: "1"}
            paths:
              /pets/{id}:
                get:
                  operationId: getPet
                  parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                  responses: {"200": {content: {application/json: {}}}}
            """;

    private static final String INVOICE = "{\"number\":\"A-17\",\"cents\":4200}";
    private static final String PET = "{\"name\":\"Rex\"}";

    private HttpServer pets;
    private String petsUrl;

    @BeforeEach
    void start() throws IOException {
        pets = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve("/openapi.json", "application/yaml", DOCUMENT);
        serve("/pets/7", "application/json", "{\"name\": \"Rex\"}");
        pets.start();
        petsUrl = "http://127.0.0.1:" + pets.getAddress().getPort() + "/openapi.json";
    }

    private void serve(String path, String type, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        pets.createContext(
                path,
                exchange -> {
                    exchange.getResponseHeaders().add("Content-Type", type);
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
    }

    @AfterEach
    void stop() {
        pets.stop(0);
    }

    // snippet: types
    record FindInvoice(String number) {}

    record Invoice(String number, long cents) {}

    // end

    @Test
    void javaCodeAndARestApiAreCalledTheSameWayAndServedOnEveryGateway() throws Exception {
        HubConfig config = HubConfig.defaults();
        config = config.withListen(config.listen().withPort(0));
        // snippet: registry
        Hub hub = Hub.of(config); // HubConfig.defaults()
        OperationRegistry registry = hub.registry();
        registry.register( // your Java code
                Operation.query("billing.find", FindInvoice.class, Invoice.class)
                        .handledBy((input, context) -> new Invoice(input.number(), 4200)));
        OpenApi.fromUrl(petsUrl, HttpServiceOptions.of("pets")).registerIn(registry); // a REST API

        ResponseEnvelope<JsonNode> invoice =
                registry.execute("billing.find", Map.of("number", "A-17"));
        ResponseEnvelope<JsonNode> pet =
                registry.execute("pets.getPet", Map.of("id", 7)); // the same way

        hub.start(); // REST, events, MCP for agents, WebSocket links, a console
        // end
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(invoice.data()).hasToString(INVOICE);
            assertThat(pet.data()).hasToString(PET);
            URI uri = hub.uri();
            assertThat(get(http, uri.resolve("/operations/billing.find?number=A-17")))
                    .isEqualTo(INVOICE);
            assertThat(get(http, uri.resolve("/operations/pets.getPet?id=7"))).isEqualTo(PET);
            callOverMcp(uri.resolve("/mcp"));
            assertThat(get(http, uri)).contains("<!doctype html>");
            callOverALink(URI.create("ws://127.0.0.1:" + uri.getPort() + "/link"));
        } finally {
            hub.close();
        }
    }

    private static String get(HttpClient http, URI uri) throws Exception {
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }

    private static void callOverMcp(URI uri) {
        try (McpClient client = McpClient.connect(McpServerOptions.url(uri.toString()).build())) {
            assertThat(client.listTools())
                    .extracting(tool -> tool.path("name").asString())
                    .containsExactlyInAnyOrder("billing_find", "pets_getPet");
            JsonNode result = client.callTool("billing_find", Json.parse("{\"number\": \"A-17\"}"));
            assertThat(result.path("structuredContent")).hasToString(INVOICE);
        }
    }

    private static void callOverALink(URI uri) {
        WebSocketClientLink link = WebSocketClientLink.to(uri).build();
        try (Peer peer = Peer.over(link, OperationRegistry.create())) {
            link.awaitUp(Duration.ofSeconds(10));
            assertThat(peer.call("pets.getPet", Json.parse("{\"id\": 7}")).data()).hasToString(PET);
        }
    }
}
