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
 * Hubs with little memory, and MCP servers that misbehave at random; {@code -Dhostile.seconds=60}
 * for a longer run.
 */
@Timeout(300)
class HubHostileMcpTest {
    private static final Duration DURATION =
            Duration.ofSeconds(Integer.getInteger("hostile.seconds", 15));
    private static final int CALLERS = 6;

    private final long seed = Long.getLong("hostile.seed", System.nanoTime());

    private static HubProcess hub(String server) throws IOException {
        return HubProcess.start(
                List.of(),
                """
                sources:
                  - {name: test, type: provider, provider: test}
                  - {name: evil, type: mcp, %s}
                gateways: [rest, mcp]
                """
                        .formatted(server),
                "-Xmx128m");
    }

    private String command() {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return "command: \"%s/bin/java\", args: [-Xmx96m, -cp, \"%s\", %s, \"%d\"]"
                .formatted(
                        System.getProperty("java.home"),
                        classPath,
                        HostileMcpServer.class.getName(),
                        seed);
    }

    @Test
    void hostileServersNeverEndAHub() throws Exception {
        try (HostileMcpServer web = HostileMcpServer.start(seed);
                HubProcess stdio = hub(command());
                HubProcess http = hub("url: \"" + web.url() + "\"");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long end = System.nanoTime() + DURATION.toNanos();
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Random random = new Random(seed + i);
                for (URI hub : List.of(stdio.uri(), http.uri())) {
                    callers.add(threads.submit(() -> call(hub, random, end)));
                }
            }
            for (Future<?> caller : callers) {
                caller.get();
            }

            assertServed(stdio);
            assertServed(http);
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
        String text = "z".repeat(random.nextInt(random.nextInt(10) == 0 ? 1_000_000 : 1_000));
        boolean mcp = random.nextBoolean();
        String body =
                mcp
                        ? """
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "evil_go",
                         "arguments": {"text": "%s"}, "_meta": {"progressToken": 1,
                         "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                         "io.modelcontextprotocol/clientCapabilities": {}}}}
                        """
                                .formatted(text)
                        : "{\"text\": \"" + text + "\"}";
        HttpRequest.Builder request =
                HttpRequest.newBuilder(hub.resolve(mcp ? "/mcp" : "/operations/evil.go"))
                        .timeout(Duration.ofSeconds(1 + random.nextInt(5)))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(BodyPublishers.ofString(body));
        return (mcp
                        ? request.header("MCP-Protocol-Version", "2026-07-28")
                                .header("Mcp-Method", "tools/call")
                                .header("Mcp-Name", "evil_go")
                        : request.header("Operation-Timeout", (100 + random.nextInt(5_000)) + "ms"))
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
