package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseParser;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Streams of events that break and are resumed by {@code Last-Event-ID}, with older clients. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class ResumedStreamTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final OperationRegistry registry =
            OperationRegistry.builder().byteBudget(ByteBudget.of(64 << 20)).build();
    private final Semaphore steps = new Semaphore(0);
    private McpTestServer server;

    @BeforeEach
    void start() {
        registry.register(OperationSpec.query("slow.count").build(), this::count);
        server = McpTestServer.serving(McpGateway.over(registry).authenticator(new NamedCallers()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Reports as often as the input says, each time after a step. */
    private Object count(JsonNode input, OperationContext context) throws InterruptedException {
        int count = input.path("count").asInt();
        String padding = "x".repeat(input.path("padding").asInt(0));
        for (int i = 1; i <= count; i++) {
            steps.acquire();
            context.progress(i, (double) count, padding);
        }
        steps.acquire();
        return "counted " + count;
    }

    /** A client of one session that reads streams event by event. */
    private final class Client {
        private final String caller;
        private final String session;

        Client(String caller) {
            this.caller = caller;
            this.session =
                    server.session(
                                    McpVersion.V2025_11_25,
                                    "{}",
                                    "Authorization",
                                    "Bearer " + caller)
                            .id();
        }

        private HttpRequest.Builder to() {
            return HttpRequest.newBuilder(server.uri("/mcp"))
                    .timeout(SOON)
                    .header("Accept", "application/json, text/event-stream")
                    .header("Authorization", "Bearer " + caller)
                    .header("MCP-Protocol-Version", "2025-11-25")
                    .header("Mcp-Session-Id", session);
        }

        Connection call(int count, int padding) throws Exception {
            ObjectNode body =
                    server.body(
                            "tools/call",
                            """
                            {"name": "slow_count", "arguments": {"count": %d, "padding": %d},
                             "_meta": {"progressToken": 7}}
                            """
                                    .formatted(count, padding));
            return open(
                    to().header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
        }

        Connection get(String lastEventId) throws Exception {
            HttpRequest.Builder request = to().GET();
            return open(
                    lastEventId.isEmpty() ? request : request.header("Last-Event-ID", lastEventId));
        }

        private Connection open(HttpRequest.Builder request) throws Exception {
            return new Connection(
                    server.client().send(request.build(), BodyHandlers.ofInputStream()));
        }
    }

    /** One connection, of which as much is read as the test wants. */
    private static final class Connection implements AutoCloseable {
        private final HttpResponse<InputStream> response;
        private final List<SseEvent> events = new ArrayList<>();
        private final SseParser parser = new SseParser(events::add);
        private final byte[] buffer = new byte[1];
        private String lastId = "";

        Connection(HttpResponse<InputStream> response) {
            this.response = response;
        }

        int status() {
            return response.statusCode();
        }

        /** The next message; null at the end. */
        JsonNode next() throws IOException {
            while (true) {
                while (events.isEmpty()) {
                    int read = response.body().read(buffer);
                    if (read < 0) {
                        return null;
                    }
                    parser.feed(buffer, 0, read);
                }
                SseEvent event = events.removeFirst();
                lastId = event.lastEventId();
                if (!event.data().isBlank()) {
                    return Json.parse(event.data());
                }
            }
        }

        List<String> rest() throws IOException {
            List<String> rest = new ArrayList<>();
            for (JsonNode next = next(); next != null; next = next()) {
                rest.add(text(next));
            }
            return rest;
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }
    }

    private static String text(JsonNode message) {
        if (message.path("method").asString("").equals("notifications/progress")) {
            return message.at("/params/progress").asString();
        }
        return message.has("method")
                ? message.get("method").asString()
                : message.at("/result/content/0/text").asString(message.path("error").toString());
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toList();
    }

    private static List<String> then(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(Arrays.asList(more));
        return all;
    }

    private void awaitCalls(int calls) {
        await().atMost(SOON).until(() -> registry.openCalls() == calls);
    }

    @Test
    void aCallWhoseConnectionBreaksContinuesAndItsResponseIsResumed() throws Exception {
        Client client = new Client("ann");
        String last;
        steps.release(3);
        try (Connection broken = client.call(6, 0)) {
            assertThat(text(broken.next())).isEqualTo("1");
            assertThat(text(broken.next())).isEqualTo("2");
            last = broken.lastId;
        }
        steps.release(2);
        await().atMost(SOON).until(() -> steps.availablePermits() == 0);
        assertThat(registry.openCalls()).isOne();
        String second;
        try (Connection resumed = client.get(last)) {
            assertThat(text(resumed.next())).isEqualTo("3");
            second = resumed.lastId;
        }
        steps.release(2);
        awaitCalls(0);
        try (Connection resumed = client.get(second)) {
            assertThat(resumed.rest()).containsExactly("4", "5", "6", "counted 6");
            second = resumed.lastId;
        }
        try (Connection over = client.get(second)) {
            assertThat(over.status()).isEqualTo(204);
        }
    }

    @Test
    void aConnectionTakesThePlaceOfTheOneBefore() throws Exception {
        Client client = new Client("ann");
        steps.release(1);
        try (Connection first = client.call(2, 0)) {
            assertThat(text(first.next())).isEqualTo("1");
            try (Connection second = client.get(first.lastId)) {
                steps.release(2);
                assertThat(second.rest()).containsExactly("2", "counted 2");
            }
        }
    }

    @Test
    void streamsAreForTheirSessionAndCallerOnly() throws Exception {
        Client ann = new Client("ann");
        Client bob = new Client("bob");
        Client again = new Client("ann");
        steps.release(1);
        try (Connection call = ann.call(1, 0)) {
            assertThat(text(call.next())).isEqualTo("1");
            for (Client other : List.of(bob, again)) {
                try (Connection resumed = other.get(call.lastId)) {
                    assertThat(resumed.rest())
                            .singleElement()
                            .asString()
                            .contains("the response is not kept any longer");
                    try (Connection over = other.get(resumed.lastId)) {
                        assertThat(over.status()).isEqualTo(204);
                    }
                }
            }
            HttpRequest stolen =
                    ann.to()
                            .setHeader("Authorization", "Bearer bob")
                            .header("Last-Event-ID", call.lastId)
                            .build();
            assertThat(server.client().send(stolen, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(404);
            steps.release(1);
            assertThat(call.rest()).containsExactly("counted 1");
        }
    }

    @Test
    void notificationsOfTheTimeWithoutAConnectionArrive() throws Exception {
        Client client = new Client("ann");
        String start;
        try (Connection standing = client.get("")) {
            register("more.one");
            assertThat(text(standing.next())).isEqualTo("notifications/tools/list_changed");
            start = standing.lastId;
        }
        register("more.two");
        try (Connection resumed = client.get(start)) {
            assertThat(text(resumed.next())).isEqualTo("notifications/tools/list_changed");
            register("more.three");
            assertThat(text(resumed.next())).isEqualTo("notifications/tools/list_changed");
        }
        try (Connection unknown = client.get(start.replaceFirst("s.", "sx"))) {
            assertThat(text(unknown.next())).isEqualTo("notifications/tools/list_changed");
        }
    }

    private void register(String id) {
        registry.register(OperationSpec.query(id).build(), (input, context) -> 1);
    }

    @Test
    void eventsBeyondTheBoundAreReportedAndTheResponseArrives() throws Exception {
        Client client = new Client("ann");
        String last;
        int size = 500_000;
        steps.release(1);
        try (Connection broken = client.call(20, size)) {
            assertThat(text(broken.next())).isEqualTo("1");
            last = broken.lastId;
        }
        steps.release(20);
        awaitCalls(0);
        try (Connection resumed = client.get(last)) {
            JsonNode lost = resumed.next();
            assertThat(lost.get("method").asString()).isEqualTo("notifications/message");
            String message = lost.at("/params/data").asString();
            assertThat(message).contains("messages were lost with the connection");
            int count = Integer.parseInt(message.substring(0, message.indexOf(' ')));
            assertThat(resumed.rest())
                    .isEqualTo(then(numbers(count + 2, 20), "counted 20"))
                    .hasSizeGreaterThan(3);
        }
    }

    @Test
    void anUnknownStreamEndsTheRequestWithAnError() throws Exception {
        Client client = new Client("ann");
        EventId event = new EventId(EventId.responding("old-1", Json.parse("\"a-17\"")), 3);
        try (Connection resumed = client.get(event.toString())) {
            JsonNode error = resumed.next();
            assertThat(error.get("id").asString()).isEqualTo("a-17");
            assertThat(error.at("/error/message").asString()).contains("not kept any longer");
            assertThat(resumed.next()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "r.1", "s.", "r_.9", "s-1.-4", "r1_%%%.0", "999999999999999999999.1"})
    void strangeIdsOpenAStreamOrEnd(String id) throws Exception {
        try (Connection opened = new Client("ann").get(id)) {
            assertThat(opened.status()).isEqualTo(200);
        }
    }

    /** Connections are cut at random places; each event arrives once, in order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nothingIsLostOrRepeatedWhereverConnectionsBreak(long seed) throws Exception {
        Random random = new Random(seed);
        Client client = new Client("ann");
        int count = 200;
        Thread driver =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    for (int i = 0; i <= count; i++) {
                                        steps.release();
                                        if (i % 16 == 0) {
                                            Thread.yield();
                                        }
                                    }
                                });
        List<String> received = new ArrayList<>();
        String last = "";
        boolean done = false;
        for (int connections = 0; !done; connections++) {
            assertThat(connections).isLessThan(500);
            try (Connection connection =
                    last.isEmpty() ? client.call(count, random.nextInt(2_000)) : client.get(last)) {
                int most = 1 + random.nextInt(12);
                for (int i = 0; i < most && !done; i++) {
                    JsonNode next = connection.next();
                    assertThat(next).as("%s", received).isNotNull();
                    received.add(text(next));
                    last = connection.lastId;
                    done = next.has("result");
                }
            }
        }
        driver.join();
        assertThat(received).isEqualTo(then(numbers(1, count), "counted " + count));
    }
}
