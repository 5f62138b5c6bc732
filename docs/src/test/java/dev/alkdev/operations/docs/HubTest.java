package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The first snippet of {@code docs/guide/embedding.md}. */
class HubTest {
    @Test
    void aHubRunsWithinAProgram(@TempDir Path folder) throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/pets",
                exchange -> {
                    exchange.getResponseHeaders().add("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, 2);
                    exchange.getResponseBody().write(new byte[] {'[', ']'});
                    exchange.close();
                });
        server.start();
        Files.writeString(
                folder.resolve("petstore.yaml"),
                """
                openapi: 3.1.0
                info: {title: Pets, version: "1"}
                paths:
                  /pets:
                    get:
                      operationId: findPets
                      parameters: [{name: status, in: query, schema: {type: string}}]
                      responses: {"200": {content: {application/json: {}}}}
                """);
        Path file =
                Files.writeString(
                        folder.resolve("hub.yaml"),
                        """
                        listen: 127.0.0.1:0
                        sources:
                          - name: petstore
                            type: openapi
                            document: petstore.yaml
                            baseUrl: http://127.0.0.1:%d
                        """
                                .formatted(server.getAddress().getPort()));
        try (AutoCloseable unused = () -> server.stop(0)) {
            callThrough(file);
        }
    }

    private static void callThrough(Path file) {
        // snippet: hub
        try (Hub hub = Hub.of(HubConfig.read(file))) { // Path.of("hub.yaml")
            hub.start();
            hub.awaitSources(Duration.ofMinutes(1));
            ResponseEnvelope<JsonNode> pets =
                    hub.registry().execute("petstore.findPets", Map.of("status", "sold"));
            // pause
            assertThat(pets.data().isArray()).isTrue();
            // resume
        }
        // end
    }
}
