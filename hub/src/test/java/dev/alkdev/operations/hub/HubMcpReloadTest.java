package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpEra;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A hub whose config is read again while tools are called. */
@Timeout(180)
class HubMcpReloadTest {
    private static final JsonNode NOTHING = Json.parse("{}");

    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicBoolean stopping = new AtomicBoolean();

    private static HubConfig config(Hub server, int seconds) {
        return HubFixtures.config(
                """
                sources:
                  - {name: far, type: mcp, url: "%s/mcp/test", idleTimeout: %ds}
                """
                        .formatted(server.uri(), seconds));
    }

    @ParameterizedTest
    @EnumSource(
            value = McpEra.class,
            names = {"LEGACY", "MODERN"})
    void callsSucceedDuringReloads(McpEra era) throws Exception {
        try (Hub server = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub hub = HubFixtures.started(config(server, 60));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch begun = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                threads.execute(() -> call(hub, era, begun));
            }
            begun.await();
            for (int reload = 1; reload <= 4; reload++) {
                hub.reload(config(server, 60 + reload));
                long before = calls.get();
                await().atMost(Duration.ofSeconds(60)).until(() -> calls.get() > before + 20);
            }
            stopping.set(true);
            threads.close();
            assertThat(failures).isEmpty();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> hub.sources().getFirst().status().state() == State.READY);
            await().until(() -> hub.registry().openCalls() == 0);
        }
    }

    private void call(Hub hub, McpEra era, CountDownLatch begun) {
        McpServerOptions config = McpServerOptions.url(hub.uri().resolve("/mcp")).era(era).build();
        begun.countDown();
        try (McpClient client = McpClient.connect(config)) {
            while (!stopping.get()) {
                JsonNode result = client.callTool("far_caller", NOTHING);
                calls.incrementAndGet();
                if (result.path("isError").asBoolean(false)) {
                    failures.add(result.toString());
                }
            }
        } catch (RuntimeException e) {
            failures.add(e.toString());
        }
    }
}
