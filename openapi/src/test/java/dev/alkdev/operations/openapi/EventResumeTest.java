package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.EventStreamOptions;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

@ExtendWith(LeakCheck.class)
class EventResumeTest {
    private static final String REASON =
            "the stream cannot be resumed: the id of the last event has characters that are not"
                    + " printable ASCII, and the HTTP client cannot send them in Last-Event-ID";

    @BeforeAll
    static void startTheSharedClient() {
        SocketServer.startSharedClient();
    }

    private static SocketServer serve(String events) {
        String head = SocketServer.response("200 OK", "Content-Type: text/event-stream", "");
        return SocketServer.start((number, socket, out) -> SocketServer.write(out, head + events));
    }

    private static Subscription<JsonNode> subscribe(
            OperationRegistry registry, SocketServer server, CallBuilder context) {
        HttpServiceOptions config =
                HttpServiceOptions.builder("api")
                        .baseUrl(server.url())
                        .events(
                                EventStreamOptions.defaults()
                                        .withReconnects(3, Duration.ofMillis(1)))
                        .build();
        String operation = "{\"responses\": {\"200\": {\"content\": {\"text/event-stream\": {}}}}}";
        OpenApi.from(TestApi.document("get", "/p", operation), config).registerIn(registry);
        return registry.subscribe(context.to("api.op", Json.parse("{}")));
    }

    private static void assertNotResumed(Subscription<JsonNode> events) {
        assertThatThrownBy(events::hasNext)
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
                            assertThat(e.retryable()).isFalse();
                        })
                .hasMessage(REASON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"é", "語", "a\u007fb"})
    void aStreamIsNotResumedAfterAnIdThatNoHeaderCanCarry(String id, OperationRegistry registry) {
        try (SocketServer server = serve("id: " + id + "\ndata: 1\n\n");
                Subscription<JsonNode> events = subscribe(registry, server, Call.builder())) {
            assertThat(events.next().data()).isEqualTo(Json.parse("\"1\""));

            assertNotResumed(events);

            assertThat(server.heads()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"é", "語"})
    void aCallerCannotResumeAfterAnIdThatNoHeaderCanCarry(String id, OperationRegistry registry) {
        CallBuilder resuming = Call.builder().lastEventId(id);
        try (SocketServer server = serve("data: 1\n\n");
                Subscription<JsonNode> events = subscribe(registry, server, resuming)) {
            assertNotResumed(events);

            assertThat(server.heads()).isEmpty();
        }
    }
}
