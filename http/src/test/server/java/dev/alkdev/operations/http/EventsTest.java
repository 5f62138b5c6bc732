package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ObservedCall;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

@ExtendWith(LeakCheck.class)
class EventsTest {
    private RestServer server;
    private OperationRegistry registry;
    private Tasks tasks;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        tasks = Tasks.in(registry);
        server = serving(RestGateway.over(registry));
    }

    private static RestServer serving(RestGateway.Builder gateway) {
        return RestServer.serving(
                gateway.limits(
                        LimitOptions.defaults()
                                .withHeartbeat(Duration.ofMillis(100))
                                .withMaxStreamsPerCaller(2)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Everything but heartbeats, which come when they like. */
    private static String text(HttpResponse<InputStream> response) throws IOException {
        try (InputStream body = response.body()) {
            String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            return text.replaceAll("(?m)^:\n\n", "");
        }
    }

    @Nested
    class AStream {
        @Test
        void hasItemsAndAnEnd() throws IOException {
            HttpResponse<InputStream> response = server.stream("/operations/tasks.count?to=2");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(response.headers().firstValue("X-Accel-Buffering")).contains("no");
            assertThat(text(response))
                    .isEqualTo(
                            """
                            event: item
                            data: 1

                            event: item
                            data: 2

                            event: complete
                            data: {}

                            """);
        }

        @Test
        void opensWithoutParametersToo() throws IOException {
            assertThat(text(server.stream("/operations/tasks.count"))).contains("data: 3");
        }

        @Test
        void canBeAskedForByPost() {
            HttpResponse<String> response =
                    server.post(
                            "/operations/tasks.count",
                            "{\"to\": 1}",
                            "Accept",
                            "application/json, text/event-stream");
            assertThat(response.body()).startsWith("event: item\ndata: 1\n\n");
        }

        @Test
        void endsWithTheProblemIfItFails() throws IOException {
            HttpResponse<InputStream> response =
                    server.stream("/operations/tasks.count?to=1&fail=true");
            String requestId = response.headers().firstValue("X-Request-Id").orElseThrow();
            String text = text(response);
            assertThat(text).startsWith("event: item\ndata: 1\n\nevent: error\ndata: ");
            assertThat(Json.parse(text.substring(text.lastIndexOf("data: ") + 6)))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"type": "urn:operations:error:COUNT_LOST", "title": "Count lost",
                                     "status": 410, "detail": "Lost at 1",
                                     "instance": "/operations/tasks.count", "code": "COUNT_LOST",
                                     "retryable": false, "requestId": "%s"}
                                    """
                                            .formatted(requestId)));
        }

        @Test
        void hasEnvelopesForWhoAsksForThem() throws IOException {
            String event = text(server.stream("/operations/tasks.count?to=1&envelope"));
            assertThat(event).contains("data: {\"data\":1,\"meta\":{\"source\":\"local\"");
            HttpResponse<String> accepted =
                    server.post(
                            "/operations/tasks.count",
                            "{\"to\": 1}",
                            "Accept",
                            "text/event-stream, application/vnd.operations.envelope+json");
            assertThat(accepted.body()).contains("data: {\"data\":1,\"meta\":");
        }

        @Test
        void keepsTheIdsOfItsSourceAndTellsItWhereToGoOn() throws IOException {
            assertThat(text(server.stream("/operations/tasks.resume", "Last-Event-ID", "a17")))
                    .isEqualTo(
                            """
                            event: item
                            id: a17-next
                            retry: 1500
                            data: {"n":1}

                            event: complete
                            data: {}

                            """);
        }

        @Test
        void goesOnAfterTheLastItemOfALostConnection() throws IOException {
            assertThat(text(server.stream("/operations/tasks.letters")))
                    .startsWith("event: item\nid: a\ndata: \"a\"\n\nevent: item\nid: b\n");
            assertThat(text(server.stream("/operations/tasks.letters", "Last-Event-ID", "b")))
                    .isEqualTo(
                            """
                            event: item
                            id: c
                            data: "c"

                            event: complete
                            data: {}

                            """);
        }

        @Test
        void goesOnAfterIdsOfAnyScript() throws IOException {
            try (RawClient client = new RawClient(server)) {
                client.send(
                        "GET /operations/tasks.resume HTTP/1.1",
                        "Accept: text/event-stream",
                        "Last-Event-ID: é語");
                assertThat(client.readThrough("retry").getBytes(StandardCharsets.ISO_8859_1))
                        .asString(StandardCharsets.UTF_8)
                        .contains("id: é語-next");
            }
        }

        @Test
        void beginsAnewIfItsSourceCannotGoOn() throws IOException {
            assertThat(text(server.stream("/operations/tasks.count?to=1", "Last-Event-ID", "1")))
                    .startsWith("event: item\ndata: 1\n\n");
        }

        @Test
        void beatsWhileItIsSilent() throws IOException {
            HttpResponse<InputStream> response = server.stream("/operations/tasks.silent");
            try (BufferedReader lines =
                    new BufferedReader(
                            new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                for (int i = 0; i < 3; i++) {
                    assertThat(lines.readLine()).isEqualTo(":");
                    assertThat(lines.readLine()).isEmpty();
                }
            }
        }

        @Test
        void mayHaveItsOwnEndInTime() throws IOException {
            assertThat(
                            text(
                                    server.stream(
                                            "/operations/tasks.silent",
                                            "Operation-Timeout",
                                            "300ms")))
                    .contains("event: error")
                    .contains("\"code\":\"TIMEOUT\"");
        }

        @Test
        void runsWhereRequestsCannotBeAsynchronous(LeakCheck leaks) throws IOException {
            OperationRegistry other = leaks.watch(OperationRegistry.create());
            Tasks.in(other);
            try (RestServer blocking = RestServer.serving(RestGateway.over(other), "", false)) {
                assertThat(text(blocking.stream("/operations/tasks.count?to=1")))
                        .endsWith("event: complete\ndata: {}\n\n");
            }
        }

        @Test
        void carriesManyItemsInOrder() throws IOException {
            String text = text(server.stream("/operations/tasks.count?to=20000"));
            StringBuilder expected = new StringBuilder();
            for (int i = 1; i <= 20_000; i++) {
                expected.append("event: item\ndata: " + i + "\n\n");
            }
            assertThat(text).isEqualTo(expected + "event: complete\ndata: {}\n\n");
        }
    }

    @Nested
    class IsRefused {
        @Test
        void asASingleAnswer() {
            HttpResponse<String> response =
                    server.post("/operations/tasks.count", "{}", "Accept", "application/json");
            assertThat(problem(response))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"type": "urn:operations:error:INVALID_OPERATION_TYPE",
                                     "title": "Invalid operation type", "status": 406,
                                     "detail": "tasks.count is a subscription: use Accept: text/event-stream",
                                     "instance": "/operations/tasks.count",
                                     "code": "INVALID_OPERATION_TYPE", "retryable": false}
                                    """));
        }

        @Test
        void ofWhatIsNoSubscription() {
            HttpResponse<String> response =
                    server.post("/operations/tasks.echo", "{}", "Accept", "text/event-stream");
            assertThat(response.statusCode()).isEqualTo(406);
            assertThat(problem(response).get("code").asString())
                    .isEqualTo("INVALID_OPERATION_TYPE");
            assertThat(problem(response).get("detail").asString())
                    .isEqualTo("tasks.echo is not a subscription: use Accept: application/json");
        }

        @Test
        void beforeItBeginsIfTheInputIsWrong() {
            HttpResponse<String> response =
                    server.get("/operations/tasks.count?to=x", "Accept", "text/event-stream");
            assertThat(problem(response).get("status").asInt()).isEqualTo(422);
        }

        @Test
        void toWhoHasTooManyOpen() throws IOException {
            try (InputStream first = server.stream("/operations/tasks.silent").body();
                    InputStream second = server.stream("/operations/tasks.silent").body()) {
                HttpResponse<String> third =
                        server.get("/operations/tasks.silent", "Accept", "text/event-stream");
                assertThat(problem(third).get("status").asInt()).isEqualTo(429);
                assertThat(problem(third).get("detail").asString())
                        .isEqualTo("the caller has 2 event streams open, as many as are allowed");
                assertThat(first).isNotSameAs(second);
            }
            await().untilAsserted(
                            () ->
                                    assertThat(
                                                    server.post(
                                                                    "/operations/tasks.count",
                                                                    "{}",
                                                                    "Accept",
                                                                    "text/event-stream")
                                                            .statusCode())
                                            .isEqualTo(200));
        }
    }

    @Test
    void aHeadSaysWhatGetWouldAndLeavesNothingOpen() {
        HttpResponse<String> response = head("/operations/tasks.silent");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(registry.openSubscriptions()).isZero();

        assertThat(head("/operations/tasks.count?to=many").statusCode()).isEqualTo(422);
        assertThat(head("/operations/tasks.guarded").statusCode()).isEqualTo(401);
    }

    private HttpResponse<String> head(String path) {
        return server.send(
                path,
                new String[] {"Accept", "text/event-stream"},
                request -> request.method("HEAD", BodyPublishers.noBody()));
    }

    @Test
    void aClientThatGoesAwayEndsTheHandler() throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send("GET /operations/tasks.silent HTTP/1.1", "Accept: text/event-stream");
            client.readThrough(":\n\n");
        }
        assertThat(tasks.interrupted().await(30, TimeUnit.SECONDS)).isTrue();
        await().until(() -> registry.openSubscriptions() == 0);
    }

    @Test
    void aClientThatDoesNotReadHoldsTheHandlerBackAndIsCutOff() throws Exception {
        server.connector().setIdleTimeout(1_000);
        try (RawClient client = new RawClient(server)) {
            client.send(
                    "GET /operations/tasks.count?to=2000000000 HTTP/1.1",
                    "Accept: text/event-stream");
            client.readThrough("data: 1\n");
            await().atMost(Duration.ofSeconds(30)).until(() -> registry.openSubscriptions() == 0);
        }
    }

    @Test
    void aServletThatIsDestroyedTellsItsClients() throws IOException {
        HttpResponse<InputStream> response = server.stream("/operations/tasks.silent");
        server.servlet().destroy();
        assertThat(text(response))
                .contains("event: error\ndata: {")
                .contains("\"status\":503,\"detail\":\"the server is going away\"");
    }

    @Test
    void whoObservesTheRegistryCanEndAStream(LeakCheck leaks) throws Exception {
        CompletableFuture<ObservedCall> seen = new CompletableFuture<>();
        OperationRegistry observed =
                leaks.watch(
                        OperationRegistry.builder()
                                .observer(
                                        call -> {
                                            seen.complete(call);
                                            CallObserver.Observation nothing = failure -> {};
                                            return nothing;
                                        })
                                .build());
        observed.register(
                OperationSpec.subscription("a.b").describedAs("Waits").build(),
                (input, context, emitter) -> Thread.sleep(Duration.ofMinutes(1)));
        try (RestServer other = serving(RestGateway.over(observed))) {
            HttpResponse<InputStream> response = other.stream("/operations/a.b");
            seen.join().end(new CallException(ErrorCode.UNAVAILABLE, "the hub stops"));
            assertThat(text(response))
                    .contains("event: error")
                    .contains("\"status\":503,\"detail\":\"the hub stops\"");
        }
    }
}
