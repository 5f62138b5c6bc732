package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers and catalogs that never respond: only their own operations wait. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class FrozenServerTest {
    private static final String NOTE = "{\"uri\": \"note://1\"}";
    private static final Duration SOON = Duration.ofSeconds(10);

    private final McpDirectory directory = new McpDirectory();

    private static JsonNode nothing() {
        return Json.parse("{}");
    }

    private McpTestServer gateway() {
        return McpTestServer.serving(
                McpGateway.over(OperationRegistry.create()).directory(directory));
    }

    private static McpTestSession session(McpTestServer gateway) {
        return gateway.session(McpVersion.V2025_06_18, "{}");
    }

    @Test
    void unansweredUnsubscribeBlocksNeitherSessionsNorTheStop() {
        McpSource source =
                McpSource.of("faulty", FaultyServer.options("unsubscribe").build(), directory);
        source.start(OperationRegistry.create());
        try (McpTestServer gateway = gateway()) {
            McpTestSession first = session(gateway);
            McpTestSession second = session(gateway);
            second.send("logging/setLevel", "{\"level\": \"error\"}");
            first.send("resources/subscribe", NOTE);

            long begun = System.nanoTime();
            assertThat(first.send("resources/unsubscribe", NOTE).result()).isEqualTo(nothing());
            assertThat(second.send("ping", "{}").result()).isEqualTo(nothing());
            assertThat(second.send("resources/subscribe", NOTE).result()).isEqualTo(nothing());
            source.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        }
    }

    @Test
    void changesOfAResourceArriveAfterItWasWatchedAgain() throws Exception {
        AtomicInteger changes = new AtomicInteger();
        try (McpClient client = McpClient.connect(FaultyServer.options("unsubscribe").build())) {
            client.watch("note://1", changes::incrementAndGet).close();
            try (Registration again = client.watch("note://1", changes::incrementAndGet)) {
                client.callTool("echo", Json.parse("{\"do\": \"touch\"}"));
                await().untilAsserted(() -> assertThat(changes).hasValue(1));
            }
        }
    }

    @Test
    void stoppedProcessDelaysNeitherOtherSessionsNorTheStop() throws Exception {
        McpSource source = McpSource.of("faulty", FaultyServer.options().build(), directory);
        source.start(OperationRegistry.create());
        try (McpTestServer gateway = gateway()) {
            McpTestSession first = session(gateway);
            McpTestSession second = session(gateway);
            first.send("resources/subscribe", NOTE);
            second.send("logging/setLevel", "{\"level\": \"error\"}");
            signal("STOP");

            long begun = System.nanoTime();
            first.delete();
            assertThat(second.send("ping", "{}").result()).isEqualTo(nothing());
            source.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        }
    }

    private static void signal(String name) throws Exception {
        List<String> processes =
                ProcessHandle.current()
                        .children()
                        .filter(it -> it.info().commandLine().orElse("").contains("FaultyServer"))
                        .map(it -> String.valueOf(it.pid()))
                        .toList();
        for (String process : processes) {
            assertThat(new ProcessBuilder("kill", "-" + name, process).start().waitFor()).isZero();
        }
    }

    /** A catalog of the user whose registrations block when they are closed. */
    private static final class BlockingCatalog implements McpCatalog {
        private final CountDownLatch release = new CountDownLatch(1);
        private final CountDownLatch closing = new CountDownLatch(1);

        @Override
        public List<JsonNode> resources() {
            return List.of(Json.parse("{\"uri\": \"note://1\", \"name\": \"one\"}"));
        }

        @Override
        public Registration watch(String uri, Runnable changed) {
            return () -> {
                closing.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            };
        }
    }

    @Test
    void registrationThatBlocksWhileClosingBlocksOnlyItsOwnSession() throws Exception {
        BlockingCatalog catalog = new BlockingCatalog();
        directory.add("notes", AccessControl.none(), catalog);
        try (McpTestServer gateway = gateway()) {
            McpTestSession first = session(gateway);
            McpTestSession second = session(gateway);
            second.send("logging/setLevel", "{\"level\": \"error\"}");
            first.send("resources/subscribe", NOTE);
            CompletableFuture<Integer> deleted =
                    CompletableFuture.supplyAsync(
                            () -> first.send("resources/unsubscribe", NOTE).status());
            catalog.closing.await();

            assertThat(second.send("ping", "{}").result()).isEqualTo(nothing());
            assertThat(deleted).isNotDone();

            catalog.release.countDown();
            assertThat(deleted.join()).isEqualTo(200);
        }
    }
}
