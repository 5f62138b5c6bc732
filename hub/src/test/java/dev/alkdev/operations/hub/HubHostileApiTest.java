package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A hub with little memory whose REST API misbehaves at random. {@code -Dhostile.seconds=60
 * -Dhostile.seed=…} for a longer run, or the same one again.
 */
@Timeout(300)
class HubHostileApiTest {
    private static final Duration DURATION =
            Duration.ofSeconds(Integer.getInteger("hostile.seconds", 12));
    private static final int CALLERS = 6;
    private static final List<String> OPERATIONS = List.of("go", "read", "read", "stream");

    private final long seed = Long.getLong("hostile.seed", System.nanoTime());

    private static HubProcess hub(String url) throws IOException {
        return HubProcess.start(
                List.of(),
                """
                sources:
                  - {name: test, type: provider, provider: test}
                  - {name: evil, type: openapi, document: "%1$s/document", baseUrl: "%1$s",
                     reload: 1s, events: {reconnects: 2, reconnectDelay: 10ms}, timeout: 5s}
                gateways: [rest, mcp]
                """
                        .formatted(url),
                "-Xmx128m");
    }

    @Test
    void aHostileApiNeverEndsAHub() throws Exception {
        try (HostileApi api = HostileApi.start(seed);
                HubProcess hub = hub(api.url());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long end = System.nanoTime() + DURATION.toNanos();
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Random random = new Random(seed + i);
                callers.add(threads.submit(() -> call(hub.uri(), random, end)));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }

            assertServed(hub);
        }
    }

    private static Void call(URI hub, Random random, long end) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            while (System.nanoTime() < end) {
                try {
                    client.send(request(hub, random), BodyHandlers.discarding());
                } catch (IOException slow) {
                    // A caller gives up; the hub is looked at in the end.
                    assertThat(slow).isNotNull();
                }
            }
            client.shutdownNow();
        }
        return null;
    }

    private static HttpRequest request(URI hub, Random random) {
        String name = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        return HttpRequest.newBuilder(hub.resolve("/operations/evil." + name))
                .timeout(Duration.ofSeconds(1 + random.nextInt(5)))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Operation-Timeout", (100 + random.nextInt(5_000)) + "ms")
                .POST(BodyPublishers.ofString("{}"))
                .build();
    }

    private void assertServed(HubProcess hub) {
        assertThat(hub.isAlive()).as("seed %d", seed).isTrue();
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> {
                            try (HubClient client = HubClient.at(hub.uri())) {
                                HttpResponse<String> response =
                                        client.call("test.echo", "{\"n\": 1}");
                                assertThat(response.statusCode())
                                        .as(response.body())
                                        .isEqualTo(200);
                            }
                        });
    }
}
