package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.WebSocketEndpoint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

    private HttpServer server;
    private String petsUrl;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve("/openapi.json", "application/yaml", DOCUMENT);
        serve("/pets/7", "application/json", "{\"name\": \"Rex\"}");
        server.start();
        petsUrl = "http://127.0.0.1:" + server.getAddress().getPort() + "/openapi.json";
    }

    private void serve(String path, String type, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext(
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
        server.stop(0);
    }

    // snippet: types
    record FindInvoice(String number) {}

    record Invoice(String number, long cents) {}

    // end

    @Test
    void javaCodeAndARestApiAreCalledTheSameWayAndServedAgain() {
        // snippet: registry
        OperationRegistry registry = OperationRegistry.create();

        registry.register(
                Operation.query("billing.find", FindInvoice.class, Invoice.class)
                        .handledBy((input, context) -> new Invoice(input.number(), 4200)));
        OpenApi.fromUrl(petsUrl, HttpServiceOptions.of("pets")).registerIn(registry);

        ResponseEnvelope<JsonNode> invoice =
                registry.execute("billing.find", Map.of("number", "A-17"));
        ResponseEnvelope<JsonNode> pet = registry.execute("pets.getPet", Map.of("id", 7));

        RestGateway rest = RestGateway.over(registry).build();
        WebSocketEndpoint links =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        // end
        assertThat(invoice.data()).hasToString("{\"number\":\"A-17\",\"cents\":4200}");
        assertThat(pet.data()).hasToString("{\"name\":\"Rex\"}");
        assertThat(rest.servlet()).isNotNull();
        assertThat(links.linkCount()).isZero();
    }
}
