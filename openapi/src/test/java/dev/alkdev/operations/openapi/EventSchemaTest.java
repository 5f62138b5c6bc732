package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/** The {@code itemSchema} of OpenAPI 3.2, which describes events and not their data. */
class EventSchemaTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(String itemSchema) {
        ObjectNode document =
                TestApi.document(
                        "get",
                        "/p",
                        """
                        {"responses": {"200": {"description": "",
                          "content": {"text/event-stream": {"itemSchema": %s}}}}}
                        """
                                .formatted(itemSchema));
        document.put("openapi", "3.2.0");
        document.set(
                "components",
                Json.parse(
                        """
                        {"schemas": {
                          "Tick": {"type": "object", "properties": {"n": {"type": "integer"}}},
                          "Event": {"type": "object", "required": ["data"], "properties": {
                            "data": {"type": "string", "contentMediaType": "application/json",
                                     "contentSchema": {"$ref": "#/components/schemas/Tick"}},
                            "event": {"type": "string"}, "id": {"type": "string"},
                            "retry": {"type": "integer"}}}}}
                        """));
        return TestApi.of(server, document, it -> it);
    }

    private List<String> items(TestApi api, String events) {
        server.on("/p", 200, "text/event-stream; charset=utf-8", events);
        List<String> items = new ArrayList<>();
        try (Subscription<JsonNode> subscription =
                api.registry().subscribe("api.op", Json.parse("{}"))) {
            subscription.forEach(it -> items.add(it.data().toString()));
        }
        assertThat(api.registry().drift("api.op").mismatched()).isZero();
        return items;
    }

    @Test
    void describesTheEventOfWhichTheDataIsOneMember() {
        TestApi api = api("{\"$ref\": \"#/components/schemas/Event\"}");

        assertThat(items(api, "id: 1\ndata: {\"n\": \"1\", \"who\": \"x\"}\n\n"))
                .containsExactly("{\"n\":1}");
        assertThat(api.spec().outputSchema().accepts(Json.parse("{\"n\": 1}"))).isTrue();
        assertThat(api.spec().outputSchema().accepts(Json.parse("{\"n\": \"x\"}"))).isFalse();
    }

    @Test
    void mayHaveDataThatIsPlainText() {
        TestApi api =
                api("{\"type\": \"object\", \"properties\": {\"data\": {\"type\": \"string\"}}}");

        assertThat(items(api, "data: {\"n\":1}\n\n")).containsExactly("\"{\\\"n\\\":1}\"");
    }

    @Test
    void tellsTheDataApartByTheTypeOfEvent() {
        TestApi api =
                api(
                        """
                        {"type": "object", "required": ["event"],
                         "properties": {"event": {"type": "string"}, "data": {"type": "string"}},
                         "oneOf": [
                          {"properties": {"event": {"const": "text"}}},
                          {"properties": {"event": {"enum": ["tick", "tock"]}, "data": {
                            "contentMediaType": "application/json",
                            "contentSchema": {"$ref": "#/components/schemas/Tick"}}}},
                          {"properties": {"event": {"const": "list"}, "data": {
                            "contentMediaType": "application/json",
                            "contentSchema": {"type": "array"}}}}]}
                        """);

        assertThat(
                        items(
                                api,
                                """
                                event: text
                                data: {"n":1}

                                event: tock
                                data: {"n":1,"more":2}

                                event: list
                                data: [1]

                                """))
                .containsExactly("\"{\\\"n\\\":1}\"", "{\"n\":1}", "[1]");
        assertThat(api.spec().outputSchema().toJson().path("anyOf").size()).isEqualTo(3);
    }

    @Test
    void thatMentionsNoDataIsTakenForTheDataItself() {
        TestApi api = api("{\"$ref\": \"#/components/schemas/Tick\"}");

        assertThat(items(api, "data: {\"n\": 1, \"who\": \"x\"}\n\n")).containsExactly("{\"n\":1}");
    }
}
