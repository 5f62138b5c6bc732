package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.JacksonMappers;
import dev.alkdev.operations.testkit.LeakCheck;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Any Jackson mapper writes the types of the wire as we do, and reads them back. */
@ExtendWith(LeakCheck.class)
class WireTypesTest {
    private static final JsonMapper PLAIN = new JsonMapper();
    private static final Map<String, JsonMapper> MAPPERS = JacksonMappers.all();
    private static final ContentBlock.Annotations HINTS =
            new ContentBlock.Annotations(List.of("user"), 0.5, "2026-01-01");
    private static final ContentBlock.ResourceContent CONTENT =
            new ContentBlock.ResourceContent("file:a", "text/plain", "text", null);
    private static final HttpMeta HTTP =
            new HttpMeta(
                            200,
                            new Headers(
                                    Map.of(
                                            "Content-Type", List.of("application/json"),
                                            "Set-Cookie", List.of("a=1", "b=2"))))
                    .withSse(new HttpMeta.Sse("message", "7", null));
    private static final List<ContentBlock> BLOCKS =
            List.of(
                    ContentBlock.text("Done"),
                    ContentBlock.text("x").withAnnotations(HINTS),
                    new ContentBlock.Image("aGk=", "image/png"),
                    new ContentBlock.Audio("aGk=", "audio/wav").withAnnotations(HINTS),
                    new ContentBlock.Resource(CONTENT),
                    new ContentBlock.ResourceLink("file:a", "a"));
    private static final OperationSpec SPEC =
            OperationSpec.query("billing.find")
                    .describedAs("Finds")
                    .tags("a")
                    .input(Schema.parse("{\"type\":\"object\"}"))
                    .requires("billing:read")
                    .fails(ErrorSpec.of("LOCKED", "Locked").withHttpStatus(409))
                    .build();

    private static final TypeReference<ResponseEnvelope<JsonNode>> ENVELOPE =
            new TypeReference<>() {};

    static Stream<Arguments> values() {
        return Stream.of(
                arguments(ResponseEnvelope.http(json("{'a':1}"), HTTP), "ResponseEnvelope"),
                arguments(
                        new ResponseEnvelope<>(json("null"), new LocalMeta("a.b", 5)),
                        "ResponseEnvelope"),
                arguments(new LocalMeta("a.b", 5, "e-7"), "LocalMeta"),
                arguments(new LocalMeta("a.b", 5), "ResponseMeta"),
                arguments(HTTP, "HttpMeta"),
                arguments(HTTP, "ResponseMeta"),
                arguments(HTTP.sse(), "HttpMeta$Sse"),
                arguments(new McpMeta(true, BLOCKS, json("[1]"), json("{'m':1}")), "McpMeta"),
                arguments(new McpMeta(false, BLOCKS), "ResponseMeta"),
                arguments(HTTP.headers(), "Headers"),
                arguments(BLOCKS.get(0), "ContentBlock"),
                arguments(BLOCKS.get(1), "ContentBlock$Text"),
                arguments(BLOCKS.get(2), "ContentBlock"),
                arguments(BLOCKS.get(3), "ContentBlock"),
                arguments(BLOCKS.get(4), "ContentBlock"),
                arguments(BLOCKS.get(5), "ContentBlock"),
                arguments(BLOCKS.get(5), "ContentBlock$ResourceLink"),
                arguments(HINTS, "ContentBlock$Annotations"),
                arguments(CONTENT, "ContentBlock$ResourceContent"),
                arguments(SPEC, "OperationSpec"),
                arguments(AccessControl.requires("a").withResource("x", "y"), "AccessControl"),
                arguments(Identity.of("ann", "a").withResource("x:1", "read"), "Identity"),
                arguments(Identity.of("ann").onlyOperations("x.*"), "Identity"),
                arguments(new Progress(1, 2.5, "half of it"), "Progress"),
                arguments(new Progress(1, null, null), "Progress"),
                arguments(
                        new Progress(1, null, null, (ObjectNode) json("{'_meta':{'a':1}}")),
                        "Progress"),
                arguments(OperationType.MUTATION, "OperationType"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyMapperWritesAndReadsTheSame(Object value, String type) throws Exception {
        Class<?> target = Class.forName("dev.alkdev.operations." + type);
        JsonNode expected = Json.parse(Json.mapper().writeValueAsString(value));
        MAPPERS.forEach(
                (name, mapper) -> {
                    String text = mapper.writeValueAsString(value);

                    assertThat(Json.parse(text)).as(name).isEqualTo(expected);
                    Object read =
                            value instanceof ResponseEnvelope<?>
                                    ? mapper.readValue(text, ENVELOPE)
                                    : mapper.readValue(text, target);
                    assertThat(read).as(name).isEqualTo(value);
                });
    }

    @Test
    void everyMapperReadsDeclaredErrors() {
        ErrorSpec error = SPEC.errors().getFirst();
        MAPPERS.forEach(
                (name, mapper) -> {
                    String text = mapper.writeValueAsString(error);
                    assertThat(mapper.readValue(text, ErrorSpec.class).isSame(error))
                            .as(name)
                            .isTrue();
                });
    }

    @Test
    void dataIsWrittenByMappersThatLeaveNullsOutOfTrees() {
        JsonMapper mapper =
                JsonMapper.builder().disable(JsonNodeFeature.WRITE_NULL_PROPERTIES).build();

        assertThat(mapper.writeValueAsString(new ResponseEnvelope<>(null, new LocalMeta("a.b", 5))))
                .isEqualTo(
                        "{\"data\":null,\"meta\":{\"source\":\"local\","
                                + "\"operationId\":\"a.b\",\"timestamp\":5}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'hi' | ContentBlock$Text",
                "{'type':'image','text':'hi'} | ContentBlock$Text",
                "{'source':'http','operationId':'a.b','timestamp':5} | LocalMeta",
                "{'source':'local','operationId':'a.b','timestamp':5} | HttpMeta",
                "{'data':1} | ResponseEnvelope",
                "{'data':1,'meta':null} | ResponseEnvelope",
                "{'meta':{'source':'local','operationId':'a.b','timestamp':5}} | ResponseEnvelope"
            })
    void noMapperReadsOtherJsonAsAType(String text, String type) throws Exception {
        Class<?> target = Class.forName("dev.alkdev.operations." + type);
        MAPPERS.forEach(
                (name, mapper) ->
                        assertThatExceptionOfType(JacksonException.class)
                                .as(name)
                                .isThrownBy(() -> mapper.readValue(json(text).toString(), target)));
    }

    @Test
    void aMapperWritesWhatToJsonGives() {
        for (ContentBlock block : BLOCKS) {
            assertThat(Json.parse(PLAIN.writeValueAsString(block)).toString())
                    .isEqualTo(block.toJson().toString());
            assertThat(ContentBlock.SCHEMA.errors(block.toJson())).isEmpty();
        }
        assertThat(PLAIN.writeValueAsString(HTTP)).isEqualTo(HTTP.toJson().toString());
        assertThat(PLAIN.writeValueAsString(SPEC)).isEqualTo(SPEC.toJson().toString());
        assertThat(PLAIN.writeValueAsString(ResponseEnvelope.http(1, HTTP)))
                .isEqualTo(ResponseEnvelope.http(1, HTTP).toJson().toString());
        assertThat(PLAIN.readValue("{\"type\":\"string\"}", Schema.class).accepts(json("'x'")))
                .isTrue();
    }

    record Invoice(String number, @Nullable LocalDate dueDate, BigDecimal total) {}

    @Test
    void dataIsReadAsItsOwnType() {
        LocalMeta meta = new LocalMeta("a.b", 1);
        Invoice invoice = new Invoice("A-17", LocalDate.EPOCH, new BigDecimal("0.10"));
        MAPPERS.forEach(
                (name, mapper) -> {
                    String text = mapper.writeValueAsString(new ResponseEnvelope<>(invoice, meta));
                    String none = mapper.writeValueAsString(new ResponseEnvelope<>(null, meta));
                    var type = new TypeReference<ResponseEnvelope<@Nullable Invoice>>() {};

                    assertThat(mapper.readValue(text, type).data()).as(name).isEqualTo(invoice);
                    assertThat(mapper.readValue(none, type).data()).as(name).isNull();
                });
    }

    @Test
    void mappersThatNameJavaTypesReadWhatTheyWrite() {
        JsonMapper mapper =
                JsonMapper.builder()
                        .activateDefaultTyping(
                                BasicPolymorphicTypeValidator.builder().build(),
                                DefaultTyping.NON_FINAL)
                        .build();
        ResponseEnvelope<JsonNode> envelope =
                ResponseEnvelope.mcp(json("{'a':[1]}"), new McpMeta(true, BLOCKS));
        String text = mapper.writeValueAsString(envelope);

        assertThat(text).isEqualTo(PLAIN.writeValueAsString(envelope));
        assertThat(mapper.readValue(text, ENVELOPE)).isEqualTo(envelope);
        assertThat(mapper.writeValueAsString(SPEC)).isEqualTo(SPEC.toJson().toString());
        assertThat(mapper.readValue(SPEC.toJson().toString(), OperationSpec.class)).isEqualTo(SPEC);
        for (ContentBlock block : BLOCKS) {
            assertThat(mapper.readValue(mapper.writeValueAsString(block), ContentBlock.class))
                    .isEqualTo(block);
        }
    }

    @Test
    void handlersMayReturnThem(OperationRegistry registry) {
        Schema schema = Schema.parse("{\"type\":\"string\"}");
        for (Object value :
                List.of(BLOCKS, List.of(SPEC), schema, Map.of("headers", HTTP.headers()))) {
            registry.replace(
                    OperationBinding.of(
                            OperationSpec.query("a.b").build(), (input, context) -> value));

            assertThat(registry.execute("a.b", NOTHING).data().toString())
                    .isEqualTo(PLAIN.writeValueAsString(value));
        }
        registry.replace(
                OperationBinding.of(
                        OperationSpec.query("a.b").build(),
                        (input, context) ->
                                ResponseEnvelope.mcp(BLOCKS, new McpMeta(false, BLOCKS))));
        JsonNode envelope = registry.execute("a.b", NOTHING).toJson();
        assertThat(envelope.get("data")).isEqualTo(envelope.at("/meta/content"));
    }

    @Test
    void typedOperationsMayReturnThem(OperationRegistry registry) {
        Operation<Void, List<ContentBlock>> show =
                Operation.query("a.show", Void.class, new TypeReference<List<ContentBlock>>() {})
                        .handledBy((input, context) -> BLOCKS);
        registry.register(show);

        assertThat(registry.execute(show, null).data()).isEqualTo(BLOCKS);
        assertThat(registry.drift("a.show")).isEqualTo(Drift.none());
    }

    @Test
    void theSchemaOfAnEnvelopeKnowsEveryMeta() {
        JsonNode envelope = new ResponseEnvelope<>(1, new LocalMeta("a.b", 5, "e-7")).toJson();

        assertThat(ResponseEnvelope.SCHEMA.normalize(envelope)).isSameAs(envelope);
        assertThat(ResponseMeta.SCHEMA.normalize(envelope.get("meta")))
                .isSameAs(envelope.get("meta"));
        assertThat(LocalMeta.SCHEMA.accepts(envelope.get("meta"))).isTrue();
        assertThat(HttpMeta.SCHEMA.accepts(envelope.get("meta"))).isFalse();
        assertThat(HttpMeta.SCHEMA.errors(HTTP.toJson())).isEmpty();
        assertThat(McpMeta.SCHEMA.errors(new McpMeta(false, BLOCKS).toJson())).isEmpty();
        assertThat(Schema.of(ResponseEnvelope.SCHEMA.toJson()).errors(envelope))
                .as("by itself, without the files")
                .isEmpty();
        assertThat(
                        Schema.of(ResponseEnvelope.SCHEMA.toJson())
                                .accepts(json("{'data':1,'meta':{}}")))
                .isFalse();
    }

    @Test
    void contentBlocksGiveBackWhatTheyDoNotKnow() {
        JsonNode link =
                Json.parse(
                        """
                        {"type": "resource_link", "uri": "file:a", "name": "a", "title": null,
                         "icons": [{"src": "a.png"}], "_meta": {"x": 1},
                         "annotations": {"priority": 0.5, "later": true}}
                        """);
        JsonNode resource =
                Json.parse(
                        """
                        {"type": "resource", "resource": {"uri": "file:a", "text": "t", "_meta": {}}}
                        """);

        assertThat(ContentBlock.fromJson(link).toJson()).isEqualTo(link);
        assertThat(ContentBlock.fromJson(resource).toJson()).isEqualTo(resource);
    }
}
