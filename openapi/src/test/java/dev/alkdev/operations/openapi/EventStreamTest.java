package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.EventStreamOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

@ExtendWith(LeakCheck.class)
class EventStreamTest {
    private static final String HEAD =
            SocketServer.response("200 OK", "Content-Type: text/event-stream", "");

    private final AtomicReference<SocketServer> server = new AtomicReference<>();

    @BeforeAll
    static void startTheSharedClient() {
        SocketServer.startSharedClient();
    }

    @AfterEach
    void stop() {
        server().close();
    }

    private SocketServer server() {
        return Objects.requireNonNull(server.get());
    }

    private void serve(SocketServer.Script script) {
        server.set(SocketServer.start(script));
    }

    private void serve(String events) {
        serve((number, socket, out) -> SocketServer.write(out, HEAD + events));
    }

    private Subscription<JsonNode> subscribe(OperationRegistry registry, String schema) {
        return subscribe(registry, schema, it -> it);
    }

    private Subscription<JsonNode> subscribe(
            OperationRegistry registry,
            String schema,
            UnaryOperator<HttpServiceOptions.Builder> options) {
        HttpServiceOptions.Builder config =
                HttpServiceOptions.builder("api").baseUrl(server().url());
        String operation =
                """
                {"responses": {"200": {"description": "",
                  "content": {"text/event-stream": {"schema": %s}}}}}
                """
                        .formatted(schema);
        OpenApi.from(TestApi.document("get", "/p", operation), options.apply(config).build())
                .registerIn(registry);
        return registry.subscribe("api.op", Json.parse("{}"));
    }

    private static List<String> data(Subscription<JsonNode> events) {
        List<String> data = new ArrayList<>();
        try (events) {
            while (events.hasNext()) {
                data.add(events.next().data().toString());
            }
        }
        return data;
    }

    @Test
    void eachEventIsAnEnvelopeThatTellsItsTypeIdAndRetry(OperationRegistry registry) {
        serve("event: add\nid: 7\nretry: 1500\ndata: {\"a\":\ndata: 1}\n\ndata: x\n\n");

        try (Subscription<JsonNode> events = subscribe(registry, "{}")) {
            ResponseEnvelope<JsonNode> first = events.next();
            assertThat(first.data()).isEqualTo(Json.parse("{\"a\": 1}"));
            HttpMeta meta = (HttpMeta) first.meta();
            assertThat(meta.statusCode()).isEqualTo(200);
            assertThat(meta.contentType()).isEqualTo("text/event-stream");
            assertThat(meta.sse()).isEqualTo(new HttpMeta.Sse("add", "7", 1500L));
            ResponseEnvelope<JsonNode> second = events.next();
            assertThat(second.data().asString()).isEqualTo("x");
            assertThat(((HttpMeta) second.meta()).sse())
                    .isEqualTo(new HttpMeta.Sse("message", "7", null));
            assertThat(events.hasNext()).isFalse();
        }
        assertThat(server().heads().getFirst()).contains("Accept: text/event-stream\r\n");
    }

    @Test
    void theSchemaOrElseTheLooksDecideWhatIsJson(OperationRegistry registry) {
        serve("data: {\"a\":1}\n\ndata: 5\n\ndata: [DONE]\n\n");

        assertThat(data(subscribe(registry, "{\"type\": \"string\"}")))
                .containsExactly("\"{\\\"a\\\":1}\"", "\"5\"", "\"[DONE]\"");
        registry.remove("api.op");
        assertThat(data(subscribe(registry, "{}")))
                .containsExactly("{\"a\":1}", "\"5\"", "\"[DONE]\"");
        registry.remove("api.op");
        assertThat(data(subscribe(registry, "{\"type\": [\"object\", \"number\"]}")))
                .hasSize(3)
                .startsWith("{\"a\":1}");
    }

    @Test
    void anEndMarkerEndsTheStream(OperationRegistry registry) {
        serve("data: 1\n\ndata: [DONE]\n\ndata: 2\n\n");
        EventStreamOptions options = EventStreamOptions.defaults().withEndMarker("[DONE]");

        assertThat(data(subscribe(registry, "{}", it -> it.events(options))))
                .containsExactly("\"1\"");
    }

    @Test
    void closingTheSubscriptionClosesTheConnection(OperationRegistry registry) {
        serve(
                (number, socket, out) -> {
                    SocketServer.write(out, HEAD + "data: 1\n\n");
                    SocketServer.awaitEnd(socket);
                });

        try (Subscription<JsonNode> events = subscribe(registry, "{}")) {
            assertThat(events.next().data().asString()).isEqualTo("1");
        }

        await().until(() -> server().ended() == 1);
    }

    @Test
    void aLostConnectionIsOpenedAgainAfterTheLastEventWhenAsked(OperationRegistry registry) {
        HandDrivenClock clock = new HandDrivenClock();
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                switch (number) {
                                    case 1 -> HEAD + "retry: 2000\nid: a\ndata: 1\n\n";
                                    case 2 -> SocketServer.response("503 X", "X: y", "");
                                    case 3 -> HEAD + "data: 2\n\n";
                                    default -> SocketServer.response("204 X", "X: y", "");
                                }));
        EventStreamOptions options =
                EventStreamOptions.defaults().withReconnects(3, Duration.ofHours(1));
        CompletableFuture<List<String>> all =
                CompletableFuture.supplyAsync(
                        () ->
                                data(
                                        subscribe(
                                                registry,
                                                "{}",
                                                it ->
                                                        it.events(options)
                                                                .timeout(Duration.ofDays(1))
                                                                .time(clock))),
                        Thread.ofVirtual()::start);

        long start = clock.millis();
        await().pollInterval(Duration.ofMillis(2))
                .until(
                        () -> {
                            clock.advance(Duration.ofMillis(50));
                            return all.isDone();
                        });

        // Never sooner than the server asked for, and jitter takes half of what is added.
        assertThat(clock.millis() - start).isGreaterThanOrEqualTo(2_000 + 2_000 + 2_000);
        assertThat(all.join()).containsExactly("\"1\"", "\"2\"");
        assertThat(server().heads().getFirst()).doesNotContain("Last-Event-ID");
        assertThat(server().heads().get(2)).contains("Last-Event-ID: a\r\n");
    }

    @Test
    void neitherAnEndNorALossMakesAPostRepeat(OperationRegistry registry) {
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                number == 1
                                        ? HEAD + "data: 1\n\n"
                                        : HEAD.replace("Connection: close", "Content-Length: 99")
                                                + "data: 2\n\n"));
        EventStreamOptions options =
                EventStreamOptions.defaults().withReconnects(5, Duration.ofMillis(1));
        HttpServiceOptions config =
                HttpServiceOptions.builder("api").baseUrl(server().url()).events(options).build();
        String operation = "{\"responses\": {\"200\": {\"content\": {\"text/event-stream\": {}}}}}";
        OpenApi.from(TestApi.document("post", "/p", operation), config).registerIn(registry);

        assertThat(data(registry.subscribe("api.op", Json.parse("{}")))).containsExactly("\"1\"");
        try (Subscription<JsonNode> lost = registry.subscribe("api.op", Json.parse("{}"))) {
            lost.next();
            assertThatThrownBy(lost::hasNext)
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        }
        assertThat(server().heads()).hasSize(2);
    }

    @Test
    void anEmptyIdMakesTheStreamForgetTheLastOne(OperationRegistry registry) {
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                switch (number) {
                                    case 1 -> HEAD + "id: 5\ndata: 1\n\n";
                                    case 2 -> HEAD + "data: 2\n\nid:\ndata: 3\n\n";
                                    default -> SocketServer.response("204 X", "X: y", "");
                                }));
        EventStreamOptions options =
                EventStreamOptions.defaults().withReconnects(3, Duration.ofMillis(1));

        assertThat(data(subscribe(registry, "{}", it -> it.events(options)))).hasSize(3);

        assertThat(server().heads().get(1)).contains("Last-Event-ID: 5\r\n");
        assertThat(server().heads().get(2)).doesNotContain("Last-Event-ID");
    }

    @Test
    void theContentTypeOfItemsHasNoParameters(OperationRegistry registry) {
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                HEAD.replace("event-stream", "event-stream; charset=utf-8")
                                        + "data: 1\n\n"));

        try (Subscription<JsonNode> events = subscribe(registry, "{}")) {
            HttpMeta meta = (HttpMeta) events.next().meta();
            assertThat(meta.contentType()).isEqualTo("text/event-stream");
            assertThat(meta.headers().value("content-type"))
                    .contains("text/event-stream; charset=utf-8");
        }
    }

    @Test
    void withoutReconnectingALostConnectionIsUnavailable(OperationRegistry registry) {
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                HEAD.replace("Connection: close", "Content-Length: 99")
                                        + "data: 1\n\n"));

        try (Subscription<JsonNode> events = subscribe(registry, "{}")) {
            events.next();
            assertThatThrownBy(events::hasNext)
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        }
    }

    @Test
    void aServerThatSaysNothingForTooLongTimesOut(OperationRegistry registry) {
        serve(
                (number, socket, out) -> {
                    SocketServer.write(out, HEAD + "data: 1\n\n: still here\n");
                    SocketServer.awaitEnd(socket);
                });
        EventStreamOptions options =
                EventStreamOptions.defaults().withIdleTimeout(Duration.ofMillis(150));

        try (Subscription<JsonNode> events = subscribe(registry, "{}", it -> it.events(options))) {
            events.next();
            assertThatThrownBy(events::hasNext).hasMessage("the server sent nothing for 150 ms");
        }
        await().until(() -> server().ended() == 1);
    }

    @Test
    void aLineLongerThanTheLimitIsRefused(OperationRegistry registry) {
        serve(
                (number, socket, out) -> {
                    SocketServer.write(out, HEAD + "data: 1\n\ndata: ");
                    byte[] block = new byte[10_000];
                    while (true) {
                        out.write(block);
                    }
                });
        EventStreamOptions options = EventStreamOptions.defaults().withMaxEventBytes(100_000);

        try (Subscription<JsonNode> events = subscribe(registry, "{}", it -> it.events(options))) {
            events.next();
            assertThatThrownBy(events::hasNext)
                    .hasMessage("a line or event of the stream has more than 100000 bytes");
        }
        await().until(() -> server().ended() == 1);
    }

    @Test
    void linesThatAreNoEventsAreSkippedWithOneWarning(OperationRegistry registry) {
        serve("<html>\n\ndata: 1\n\nnonsense: x\nmore\n\ndata: 2\n\n");
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            assertThat(data(subscribe(registry, "{}"))).containsExactly("\"1\"", "\"2\"");
        } finally {
            System.setErr(before);
        }

        assertThat(log.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("WARN")
                .contains(
                        "api.op sends lines that are not server-sent events; they are skipped. The"
                                + " first is: <html>");
    }

    @Test
    void anAnswerThatIsNoStreamIsAnError(OperationRegistry registry) {
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                number == 1
                                        ? SocketServer.response("401 X", "X: y", "")
                                        : SocketServer.response(
                                                "200 OK", "Content-Type: text/html", "")));

        try (Subscription<JsonNode> events = subscribe(registry, "{}")) {
            assertThatThrownBy(events::hasNext).hasMessage("HTTP 401: Unauthorized");
        }
        try (Subscription<JsonNode> events = registry.subscribe("api.op", Json.parse("{}"))) {
            assertThatThrownBy(events::hasNext)
                    .hasMessage("expected text/event-stream but got text/html");
        }
    }

    @Test
    void aSlowReaderHoldsTheServerUpInsteadOfFillingTheMemory(OperationRegistry registry) {
        AtomicLong written = new AtomicLong();
        serve(
                (number, socket, out) -> {
                    SocketServer.write(out, HEAD);
                    byte[] event =
                            ("data: " + "x".repeat(1000) + "\n\n").getBytes(StandardCharsets.UTF_8);
                    while (true) {
                        out.write(event);
                        written.addAndGet(event.length);
                    }
                });

        try (Subscription<JsonNode> events = subscribe(registry, "{}")) {
            events.next();
            await().during(Duration.ofMillis(200))
                    .until(
                            () -> {
                                long now = written.get();
                                Thread.onSpinWait();
                                return now == written.get() || now < 50_000_000;
                            });
            assertThat(written.get()).isLessThan(50_000_000L);
        }
    }
}
