package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Events under any Jackson mapper, and their schema. */
class CallEventJsonTest {
    private static final JsonMapper PLAIN = new JsonMapper();

    static Stream<CallEvent> events() {
        JsonNode one = Json.parse("{\"a\":1}");
        return Stream.of(
                CallEvent.Requested.of("r-1", "a.b", one),
                new CallEvent.Requested(
                        Call.builder()
                                .requestId("r-1")
                                .parentRequestId("r-0")
                                .deadline(5L)
                                .caller(
                                        Caller.of(
                                                Identity.of("ann", "read")
                                                        .withResource("x:1", "write")))
                                .metadata(Map.of("k", one))
                                .window(8)
                                .via(List.of("hub-1"))
                                .to("a.b", one),
                        true,
                        100L,
                        false),
                new CallEvent.Responded(
                        "r-1", new ResponseEnvelope<>(one, new LocalMeta("a.b", 1, "e-1")), 3L),
                new CallEvent.Progressed("r-1", new Progress(1, 2.5, "half of it")),
                new CallEvent.Progressed("r-1", new Progress(1, null, null)),
                new CallEvent.Completed("r-1"),
                new CallEvent.Failed("r-1", "LOCKED", "it is locked", one, true),
                new CallEvent.Aborted("r-1"),
                new CallEvent.Credit("r-1", 4));
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyMapperWritesAndReadsThemAsTheCodecDoes(CallEvent event) {
        String text = PLAIN.writeValueAsString(event);

        assertThat(text).isEqualTo(CallEventCodec.create().write(event));
        assertThat(PLAIN.readValue(text, CallEvent.class)).isEqualTo(event);
        assertThat(CallEvent.SCHEMA.errors(event.toJson())).isEmpty();
        assertThat(CallEvent.SCHEMA.normalize(event.toJson())).isEqualTo(event.toJson());
    }

    @Test
    void theSchemaRefusesWhatIsNoEvent() {
        assertThat(
                        CallEvent.SCHEMA.accepts(
                                Json.parse(
                                        "{\"type\":\"call.responded\",\"id\":\"r\","
                                            + "\"payload\":{\"requestId\":\"r\",\"output\":1}}")))
                .isFalse();
        assertThat(CallEvent.SCHEMA.accepts(Json.parse("{\"type\":\"call.other\"}"))).isFalse();
        assertThat(
                        Schema.of(CallEvent.SCHEMA.toJson())
                                .accepts(new CallEvent.Aborted("r").toJson()))
                .as("by itself, without the files")
                .isTrue();
    }
}
