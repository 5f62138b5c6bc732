package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The gateway over a pair of streams. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class StdioServerTest {
    private static final String META =
            "\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\","
                    + " \"io.modelcontextprotocol/clientCapabilities\": {}}";

    private final OperationRegistry registry = OperationRegistry.create();
    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
    private final Conversation conversation = Conversation.ofServer(McpVersion.V2025_03_26);
    private OutputStream toServer;
    private Thread serving;

    @BeforeEach
    void start() throws IOException {
        registry.register(
                OperationSpec.query("tasks.get").describedAs("Gets").build(),
                (input, context) -> Map.of("title", "Write"));
        Pipe requests = Pipe.open();
        Pipe answers = Pipe.open();
        InputStream in = Channels.newInputStream(requests.source());
        toServer = Channels.newOutputStream(requests.sink());
        InputStream fromServer = Channels.newInputStream(answers.source());
        OutputStream out = Channels.newOutputStream(answers.sink());
        McpGateway gateway = McpGateway.over(registry).build();
        serving =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try (out) {
                                        gateway.serve(in, out);
                                    } catch (IOException e) {
                                        throw new IllegalStateException(e);
                                    }
                                });
        Thread.ofVirtual().start(() -> read(fromServer));
    }

    private void read(InputStream from) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            lines.lines()
                    .map(Json::parse)
                    .forEach(
                            message -> {
                                conversation.fromServer(message);
                                received.add(message);
                            });
        } catch (IOException | RuntimeException closed) {
            assertThat(serving).isNotNull();
        }
    }

    @AfterEach
    void stop() throws Exception {
        toServer.close();
        assertThat(serving.join(Duration.ofSeconds(60))).isTrue();
    }

    private void send(String line) throws IOException {
        conversation.fromClient(line.getBytes(StandardCharsets.UTF_8));
        toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        toServer.flush();
    }

    private JsonNode next() throws InterruptedException {
        JsonNode next = received.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void bothErasAreServedOverOneStream() throws Exception {
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{"
                        + META
                        + "}}");
        JsonNode discovered = next();
        assertThat(discovered.at("/result/supportedVersions/0").asString()).isEqualTo("2026-07-28");
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"initialize\",\"params\":{"
                        + "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}}");
        assertThat(next().at("/result/protocolVersion").asString()).isEqualTo("2025-06-18");
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\",\"params\":{\"name\":\"tasks_get\"}}");
        JsonNode called = next();
        assertThat(called.get("id").asString()).isEqualTo("x");
        assertThat(called.at("/result/structuredContent/title").asString()).isEqualTo("Write");
    }

    @Test
    void aCallTimesOutAlthoughItsHandlerIgnoresInterrupts() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        OperationSpec spec = OperationSpec.query("tasks.stubborn").build();
        OperationHandler stubborn =
                (input, context) -> {
                    while (gate.getCount() > 0) {
                        Thread.yield();
                    }
                    return "late";
                };
        registry.register(OperationBinding.of(spec, stubborn).within(Duration.ofMillis(300)));
        try {
            send(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tasks_stubborn\"}}");
            assertThat(next().at("/result/_meta").path(MetaKeys.ERROR).path("code").asString())
                    .isEqualTo("TIMEOUT");
            assertThat(registry.openCalls()).isEqualTo(1);
        } finally {
            gate.countDown();
        }
        await().until(() -> registry.openCalls() == 0);
        send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
        assertThat(next().path("id").asInt()).isEqualTo(2);
    }

    @Test
    void aLineThatIsNoMessageIsAnsweredAndTheNextOneServed() throws Exception {
        send("no JSON");
        assertThat(next().at("/error/code").asInt()).isEqualTo(-32700);
        send("[]");
        send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        assertThat(next().toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @Test
    void aSubscriptionIsAcknowledgedAndToldOfChanges() throws Exception {
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"subscriptions/listen\",\"params\":{"
                        + META
                        + ",\"notifications\":{\"toolsListChanged\":true}}}");
        JsonNode acknowledged = next();
        assertThat(acknowledged.at("/params/notifications").toString())
                .isEqualTo("{\"toolsListChanged\":true}");
        registry.remove("tasks.get");
        JsonNode changed = next();
        assertThat(changed.get("method").asString()).isEqualTo("notifications/tools/list_changed");
        assertThat(changed.path("params").path("_meta").path(MetaKeys.SUBSCRIPTION).asInt())
                .isEqualTo(5);
    }

    @Test
    void tenThousandCancelledCallsLeaveNothingBehind() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        registry.register(
                OperationSpec.query("tasks.wait").describedAs("Waits").build(),
                (input, context) -> {
                    try {
                        return new CountDownLatch(1).await(10, TimeUnit.MINUTES);
                    } finally {
                        interrupted.incrementAndGet();
                    }
                });
        int calls = 10_000;
        for (int i = 0; i < calls; i++) {
            int begun = i;
            send(
                    "{\"jsonrpc\":\"2.0\",\"id\":"
                            + i
                            + ",\"method\":\"tools/call\",\"params\":{\"name\":\"tasks_wait\"}}");
            if (i % 100 == 99) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> registry.openCalls() + interrupted.get() > begun);
                for (int id = i - 99; id <= i; id++) {
                    send(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                                + "{\"requestId\":"
                                    + id
                                    + "}}");
                }
            }
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> registry.openCalls() == 0 && interrupted.get() == calls);
        send("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}");
        assertThat(next().get("id").asString()).isEqualTo("last");
        assertThat(received).isEmpty();
    }

    @Test
    void callsThatStillRunAtTheEndOfTheInputAreAnswered() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("tasks.late").describedAs("Late").build(),
                (input, context) -> {
                    begun.countDown();
                    go.await();
                    return "late";
                });
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tasks_late\"}}");
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        go.countDown();
        toServer.close();
        assertThat(next().at("/result/content/0/text").asString()).isEqualTo("late");
    }
}
