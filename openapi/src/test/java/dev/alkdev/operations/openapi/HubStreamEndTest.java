package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.EventStreamOptions;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Only a broken connection resumes a stream: an event that ends the stream does not. */
@ExtendWith(LeakCheck.class)
@Timeout(20)
class HubStreamEndTest {
    private static final String HEAD =
            SocketServer.response("200 OK", "Content-Type: text/event-stream", "");
    private static final String ITEM = "event: item\nid: %d\ndata: %<d\n\n";
    private static final String COMPLETE = "event: complete\ndata: {}\n\n";
    private static final String ERROR =
            """
            event: error
            data: {"code": "%s", "detail": "too busy", "retryable": true, "status": 503}

            """;

    private final List<JsonNode> items = new ArrayList<>();

    @BeforeAll
    static void startTheSharedClient() {
        SocketServer.startSharedClient();
    }

    /** Sends another response for each connection; the last one for all further ones. */
    private static SocketServer serve(String... responses) {
        return SocketServer.start(
                (number, socket, out) ->
                        SocketServer.write(out, responses[Math.min(number, responses.length) - 1]));
    }

    /** Subscribes to a stream of another hub, or of another API by GET. */
    private void read(SocketServer server, boolean hub) {
        HttpServiceOptions config =
                HttpServiceOptions.builder("api")
                        .baseUrl(server.url())
                        .events(
                                EventStreamOptions.defaults()
                                        .withReconnects(3, Duration.ofMillis(1)))
                        .build();
        String extension = hub ? "\"x-operation-events\": {}, \"schema\": {}" : "";
        ObjectNode document =
                TestApi.document(
                        hub ? "post" : "get",
                        "/p",
                        """
                        {"responses": {"200": {"content": {"text/event-stream": {%s}}}}}
                        """
                                .formatted(extension));
        OperationRegistry registry = OperationRegistry.create();
        OpenApi.from(document, config).registerIn(registry);
        try (Subscription<JsonNode> events =
                registry.subscribe(Call.builder().to("api.op", Json.parse("{}")))) {
            events.forEachRemaining(event -> items.add(event.data()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {ErrorCode.UNAVAILABLE, ErrorCode.TIMEOUT, ErrorCode.OVERLOADED, "QUOTA"})
    void anErrorEventEndsTheStream(String code) {
        try (SocketServer server = serve(HEAD + ITEM.formatted(1) + ERROR.formatted(code))) {
            assertThatThrownBy(() -> read(server, true))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("too busy");

            assertThat(items).containsExactly(Json.parse("1"));
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void aBrokenConnectionResumesTheStreamUntilItsErrorEvent() {
        String failed = ITEM.formatted(2) + ERROR.formatted(ErrorCode.UNAVAILABLE);
        try (SocketServer server = serve(HEAD + ITEM.formatted(1), HEAD + failed)) {
            assertThatThrownBy(() -> read(server, true)).hasMessage("too busy");

            assertThat(items).containsExactly(Json.parse("1"), Json.parse("2"));
            assertThat(server.heads()).hasSize(2);
            assertThat(server.heads().getLast()).containsIgnoringCase("Last-Event-ID: 1\r\n");
        }
    }

    @Test
    void theCompletionEventEndsTheStreamBeforeItsConnectionEnds() {
        try (SocketServer server =
                SocketServer.start(
                        (number, socket, out) -> {
                            SocketServer.write(out, HEAD + ITEM.formatted(1) + COMPLETE);
                            SocketServer.awaitEnd(socket);
                        })) {
            read(server, true);

            assertThat(items).containsExactly(Json.parse("1"));
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void aResponseWithoutContentDoesNotCompleteTheStreamOfAHub() {
        String empty = SocketServer.response("204 No Content", "X-Empty: 1", "");
        try (SocketServer server = serve(HEAD + ITEM.formatted(1), empty)) {
            assertThatThrownBy(() -> read(server, true))
                    .hasMessage("the stream of api.op broke off before its end");

            assertThat(server.heads()).hasSize(2);
        }
    }

    @Test
    void anEventNamedErrorOfAnotherApiIsAnItemAndItsStreamResumes() {
        String error = "id: 7\n" + ERROR.formatted(ErrorCode.UNAVAILABLE);
        String empty = SocketServer.response("204 No Content", "X-Empty: 1", "");
        try (SocketServer server = serve(HEAD + error, empty)) {
            read(server, false);

            assertThat(items).hasSize(1);
            assertThat(items.getFirst().path("detail").asString()).isEqualTo("too busy");
            assertThat(server.heads()).hasSize(2);
        }
    }

    @Test
    void aReaderThatFailsEndsTheStream() {
        try (SocketServer server = serve(HEAD + "id: 1\ndata: {\"n\": 1}\n\n")) {
            OperationRegistry registry = OperationRegistry.create();
            HttpServiceOptions config =
                    HttpServiceOptions.builder("api")
                            .baseUrl(server.url())
                            .events(
                                    EventStreamOptions.defaults()
                                            .withReconnects(3, Duration.ofMillis(1)))
                            .build();
            String operation =
                    "{\"responses\": {\"200\": {\"content\": {\"text/event-stream\": {}}}}}";
            OpenApi.from(TestApi.document("get", "/p", operation), config).registerIn(registry);
            CallException full = new CallException(ErrorCode.OVERLOADED, "full", null, true);

            assertThatThrownBy(
                            () ->
                                    registry.stream(
                                            Call.of("api.op", Json.parse("{}")),
                                            item -> {
                                                throw full;
                                            }))
                    .isInstanceOf(CallException.class)
                    .hasMessage("full");
            assertThat(server.heads()).hasSize(1);
        }
    }
}
