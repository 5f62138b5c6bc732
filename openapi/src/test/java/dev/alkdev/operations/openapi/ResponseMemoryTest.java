package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

/** Responses in a heap of 64 MB, of which one may take 8 MB. */
@Tag("small-heap")
@Timeout(60)
class ResponseMemoryTest {
    private static final String EVENTS =
            "{\"responses\": {\"200\": {\"content\": {\"text/event-stream\": {}}}}}";

    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/event-stream"})
    void isReturnedAfterEachResponse(String type) {
        boolean events = type.startsWith("text");
        String json = "[" + "{},".repeat(50_000) + "1]";
        server.on("/p", 200, type, events ? "data: " + json + "\n\n" : json);
        TestApi api = TestApi.of(server, "get", "/p", events ? EVENTS : "{}");

        for (int i = 0; i < 20; i++) {
            assertThat(read(api, events)).hasSize(50_001);
        }
    }

    private static JsonNode read(TestApi api, boolean events) {
        if (!events) {
            return api.call("{}").data();
        }
        try (Subscription<JsonNode> items = api.registry().subscribe("api.op", Json.parse("{}"))) {
            return items.next().data();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/event-stream"})
    void isNotExceededByOneResponse(String type) {
        boolean events = type.startsWith("text");
        String json = "[" + "{},".repeat(90_000) + "1]";
        server.on("/p", 200, type, events ? "data: " + json + "\n\n" : json);
        TestApi api = TestApi.of(server, "get", "/p", events ? EVENTS : "{}");

        assertThatThrownBy(() -> read(api, events))
                .isInstanceOf(CallException.class)
                .hasMessage(
                        "the response takes more memory than the 8208 KiB for one response in a"
                                + " heap of this size");
    }

    @Test
    void isNotExceededByALongBody() {
        server.on("/p", 200, "text/plain", "x".repeat(4_200_000));
        TestApi api = TestApi.of(server, "get", "/p", "{}");

        assertThatThrownBy(() -> api.call("{}"))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("the body has more than 4194304 bytes");
    }
}
