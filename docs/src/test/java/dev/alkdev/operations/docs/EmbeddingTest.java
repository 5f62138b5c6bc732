package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The snippets of {@code docs/guide/embedding.md}, in its order. */
class EmbeddingTest {
    record Order(String article) {}

    record Receipt(int number) {}

    @Test
    void ownOperationsAreServed(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("hub.yaml"), "listen: 127.0.0.1:0\n");
        // snippet: own
        try (Hub hub = Hub.of(HubConfig.read(file))) {
            hub.registry()
                    .register(
                            Operation.mutation("shop.order", Order.class, Receipt.class)
                                    .handledBy((input, context) -> new Receipt(1)));
            hub.start();
            URI uri = hub.uri();
            // pause
            assertThat(post(uri.resolve("/operations/shop.order"), "{\"article\": \"tea\"}"))
                    .isEqualTo("{\"number\":1}");
            // resume
        }
        // end
    }

    private static String post(URI uri, String body) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    @Test
    void aRunningHubReadsItsConfigAgain(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("hub.yaml"), "listen: 127.0.0.1:0\n");
        try (Hub hub = Hub.of(HubConfig.read(file))) {
            hub.start();
            Files.writeString(file, "listen: 127.0.0.1:0\nlimits: {concurrency: 4}\n");
            // snippet: reload
            hub.reload(HubConfig.read(file));
            // end
            assertThat(hub.config()).isEqualTo(HubConfig.read(file));
            Files.writeString(file, "lissten: 127.0.0.1:0\n");
            assertThatThrownBy(() -> HubConfig.read(file)).isInstanceOf(ConfigException.class);
        }
    }

    @Test
    void aHubWithoutGatewaysCallsItsOperations(@TempDir Path folder) throws Exception {
        String yaml = YamlTest.text("embedding-worker");
        Path file = Files.writeString(folder.resolve("worker.yaml"), yaml);
        // snippet: worker
        try (Hub hub = Hub.of(HubConfig.read(file))) {
            hub.registry()
                    .register(
                            Operation.query("shop.count", Void.class, Integer.class)
                                    .handledBy((input, context) -> 12));
            hub.startSources();
            int count = hub.registry().execute("shop.count", Map.of()).data().asInt();
            // pause
            assertThat(count).isEqualTo(12);
            assertThatThrownBy(hub::uri).isInstanceOf(IllegalStateException.class);
            // resume
        }
        // end
    }
}
