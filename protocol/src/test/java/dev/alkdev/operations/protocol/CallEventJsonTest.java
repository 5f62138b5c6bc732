package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.JacksonMappers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Events under any Jackson mapper, and their schema. */
class CallEventJsonTest {
    private static final Map<String, JsonMapper> MAPPERS = JacksonMappers.all();

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
        MAPPERS.forEach(
                (name, mapper) -> {
                    String text = mapper.writeValueAsString(event);

                    assertThat(text).as(name).isEqualTo(CallEventCodec.create().write(event));
                    assertThat(mapper.readValue(text, CallEvent.class)).as(name).isEqualTo(event);
                    assertThat(mapper.readValue(text, (Class<?>) event.getClass()))
                            .as(name)
                            .isEqualTo(event);
                });
        assertThat(CallEvent.SCHEMA.errors(event.toJson())).isEmpty();
        assertThat(CallEvent.SCHEMA.normalize(event.toJson())).isEqualTo(event.toJson());
    }

    @ParameterizedTest
    @MethodSource("events")
    void mappersThatNameJavaTypesReadWhatTheyWrite(CallEvent event) {
        JsonMapper mapper =
                JsonMapper.builder()
                        .activateDefaultTyping(
                                BasicPolymorphicTypeValidator.builder().build(),
                                DefaultTyping.NON_FINAL)
                        .build();
        String text = mapper.writerFor(CallEvent.class).writeValueAsString(event);

        assertThat(text).isEqualTo(CallEventCodec.create().write(event));
        assertThat(mapper.readValue(text, CallEvent.class)).isEqualTo(event);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"r-1\"",
                "{\"requestId\":\"r-1\"}",
                "{\"type\":\"call.completed\",\"id\":\"r-1\",\"payload\":{\"requestId\":\"r-1\"}}"
            })
    void noMapperReadsAnythingElseAsAnEvent(String text) {
        MAPPERS.forEach(
                (name, mapper) ->
                        assertThatExceptionOfType(JacksonException.class)
                                .as(name)
                                .isThrownBy(() -> mapper.readValue(text, CallEvent.Aborted.class)));
    }

    @Test
    void everyEventHasASchemaOfItsOwn() {
        Map<Class<?>, Schema> schemas =
                Map.of(
                        CallEvent.Requested.class, CallEvent.Requested.SCHEMA,
                        CallEvent.Responded.class, CallEvent.Responded.SCHEMA,
                        CallEvent.Progressed.class, CallEvent.Progressed.SCHEMA,
                        CallEvent.Completed.class, CallEvent.Completed.SCHEMA,
                        CallEvent.Failed.class, CallEvent.Failed.SCHEMA,
                        CallEvent.Aborted.class, CallEvent.Aborted.SCHEMA,
                        CallEvent.Credit.class, CallEvent.Credit.SCHEMA);

        events().forEach(
                        event ->
                                schemas.forEach(
                                        (type, schema) ->
                                                assertThat(schema.accepts(event.toJson()))
                                                        .as("%s of %s", event, type)
                                                        .isEqualTo(type.isInstance(event))));
        assertThat(
                        Schema.of(CallEvent.Responded.SCHEMA.toJson())
                                .accepts(events().toList().get(2).toJson()))
                .as("by itself, without the files")
                .isTrue();
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
