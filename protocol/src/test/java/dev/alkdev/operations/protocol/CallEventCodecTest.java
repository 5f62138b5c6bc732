package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

class CallEventCodecTest {
    private final CallEventCodec codec = CallEventCodec.create();

    @TestFactory
    Stream<DynamicTest> everyEventHasItsGoldenForm() throws Exception {
        try (InputStream in = CallEventCodecTest.class.getResourceAsStream("events.json")) {
            return Json.mapper()
                    .readTree(in)
                    .valueStream()
                    .map(
                            golden ->
                                    DynamicTest.dynamicTest(
                                            golden.toString(), () -> assertGolden(golden)));
        }
    }

    private void assertGolden(JsonNode golden) {
        Decoded decoded = codec.read(golden.toString());
        assertThat(decoded).isInstanceOf(Decoded.Event.class);
        CallEvent event = ((Decoded.Event) decoded).event();
        assertThat(Json.parse(codec.write(event)).toString()).isEqualTo(golden.toString());

        ObjectNode withMore = golden.deepCopy().asObject().put("later", 1);
        withMore.get("payload").asObject().putObject("alsoLater").put("x", 1);
        assertThat(codec.read(withMore.toString())).as("unknown fields").isEqualTo(decoded);
    }

    @Test
    void anEventWithAValueThatIsTooDeepIsRefused() {
        JsonNode deep = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < 500; i++) {
            deep = JsonNodeFactory.instance.arrayNode().add(deep);
        }
        Requested request = Requested.of("r", "a.b", deep);

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> codec.write(request))
                .withMessage(
                        "the event cannot be written: input: the value is nested more than 500"
                                + " levels deep");
    }

    @Test
    void aNumberBeyondAllBoundsIsMalformed() {
        String text =
                "{\"type\":\"call.responded\",\"id\":\"x\",\"payload\":{\"requestId\":\"x\","
                        + "\"output\":{\"data\":[1e99999999999],\"meta\":{\"source\":\"local\","
                        + "\"operationId\":\"a.b\",\"timestamp\":1}}}}";

        assertThat(codec.read(text))
                .isInstanceOfSatisfying(
                        Decoded.Malformed.class,
                        malformed ->
                                assertThat(malformed.reason())
                                        .contains("a number is out of range"));
        assertThat(codec.read(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    void anUnknownTypeIsToldByItsName() {
        assertThat(codec.read("{\"type\":\"call.someday\",\"id\":\"x\",\"payload\":{}}"))
                .isEqualTo(new Decoded.Unknown("call.someday"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | | call event: it should be an object but is []",
                "{'id':'x'} | x | call event: /type is missing",
                "{'type':'call.aborted','id':'x'} | x | call event: /payload is missing",
                "{'type':'call.aborted','payload':{}} | | call event: /payload/requestId is"
                        + " missing",
                "{'type':'call.requested','id':'x','payload':{'requestId':'x','operationId':5}} | x"
                        + " | call event: /payload/operationId should be a string but is 5",
                "{'type':'call.requested','payload':{'requestId':'y','operationId':'a.b','input':1,'window':0}}"
                    + " | y | call event: /payload/window should be an integer from 1 to 1000000"
                    + " but is 0",
                "{'type':'call.credit','id':'x','payload':{'requestId':'x','credits':-1}} | x |"
                    + " call event: /payload/credits should be an integer from 1 to 1000000 but is"
                    + " -1",
                "{'type':'call.aborted','id':'x','payload':{'requestId':'y'}} | x |"
                        + " call event: /id should be the requestId of the payload but is \"x\"",
                "{'type':'call.responded','id':'x','payload':{'requestId':'x','output':{'data':1}}}"
                        + " | x | response envelope: /meta is missing"
            })
    void whatIsNoEventIsToldWithTheRequestItNames(String text, String requestId, String reason) {
        assertThat(codec.read(text.replace('\'', '"')))
                .isEqualTo(new Decoded.Malformed(requestId, reason));
    }

    @Test
    void brokenJsonStillTellsItsRequestIfItCanBeRead() {
        assertThat(codec.read("{\"type\":\"call.requested\",\"id\":\"r-9\",\"payload\":{"))
                .isInstanceOfSatisfying(
                        Decoded.Malformed.class,
                        malformed -> {
                            assertThat(malformed.requestId()).isEqualTo("r-9");
                            assertThat(malformed.reason()).startsWith("not JSON: ");
                        });
        assertThat(codec.read("{"))
                .isInstanceOfSatisfying(
                        Decoded.Malformed.class,
                        malformed -> assertThat(malformed.requestId()).isNull());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'payload':{'requestId':'r-1' | r-1",
                "{'payload':{'input':{'requestId':'no','id':'no'},'requestId':'r-1' | r-1",
                "{'payload':{'x':1},'id':'r-1', | r-1",
                "{'payload':{'id':'no','input':{'id':'no'}}, | ",
                "{'input':{'id':'no'},'requestId':'no', | ",
                "{'id':5,'payload':{'requestId':'r-1' | r-1",
                "[{'id':'no'} | "
            })
    void onlyTheIdsOfTheEventItselfNameItsRequest(String broken, String requestId) {
        assertThat(codec.read(broken.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        Decoded.Malformed.class,
                        malformed -> assertThat(malformed.requestId()).isEqualTo(requestId));
    }

    @Test
    void anIdThatIsTooLongNamesNoRequest() {
        String id = "x".repeat(201);
        assertThat(codec.read("{\"id\":\"" + id + "\"}"))
                .isEqualTo(new Decoded.Malformed(null, "call event: /type is missing"));
    }

    @Test
    void anEventThatIsTooLargeIsRefusedAtBothEnds() {
        CallEventCodec small = CallEventCodec.withLimit(1_000);
        CallEvent large =
                CallEvent.Requested.of("r-1", "a.b", Json.parse("\"" + "x".repeat(2_000) + "\""));
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> small.write(large))
                .satisfies(e -> assertThat(e.code()).isEqualTo("VALIDATION_ERROR"));
        String text = codec.write(large);
        assertThat(small.read(text))
                .isEqualTo(
                        new Decoded.Malformed(
                                "r-1",
                                "the event has "
                                        + text.length()
                                        + " characters; at most 1000 are allowed"));
    }

    @Test
    void theSizeIsCountedInCharactersHoweverManyBytesTheyHave() {
        CallEventCodec small = CallEventCodec.withLimit(1_000);
        CallEvent fits =
                CallEvent.Requested.of("r-1", "a.b", Json.parse("\"" + "€".repeat(800) + "\""));
        assertThat(small.writeUtf8(fits)).hasSizeGreaterThan(2_400);
        assertThat(small.read(small.writeUtf8(fits))).isEqualTo(new Decoded.Event(fits));

        CallEvent large =
                CallEvent.Requested.of("r-1", "a.b", Json.parse("\"" + "€".repeat(1_000) + "\""));
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> small.writeUtf8(large))
                .withMessage(
                        "the event has "
                                + codec.write(large).length()
                                + " characters; at most 1000 are allowed");
    }

    @Test
    void halfACharacterSurvives() {
        JsonNode half = Json.parse("[\"\\ud83d\",\"\\ud83d\\ude00\",\"\\ude00x\"]");
        CallEvent event = CallEvent.Requested.of("r-1", "a.b", half);
        assertThat(codec.read(codec.writeUtf8(event))).isEqualTo(new Decoded.Event(event));
        assertThat(codec.read(codec.write(event))).isEqualTo(new Decoded.Event(event));
    }

    @Test
    void aNumberThatJsonHasNotIsNotWrittenAsAText() {
        JsonNode input = Json.mapper().valueToTree(Map.of("load", List.of(1, Double.NaN)));
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> CallEventCodec.create().write(Requested.of("r-1", "a.b", input)))
                .withMessage(
                        "the event cannot be written: input/load/1 is NaN or infinite, which is no"
                                + " JSON number")
                .extracting(CallException::code)
                .isEqualTo("VALIDATION_ERROR");
    }

    private Requested requested(String payload) {
        String text = "{\"type\":\"call.requested\",\"id\":\"r\",\"payload\":" + payload + "}";
        return (Requested) ((Decoded.Event) codec.read(text)).event();
    }

    @Test
    void aRequestWithoutInputHasAnEmptyOne() {
        Requested request = requested("{\"requestId\":\"r\",\"operationId\":\"a.b\"}");

        assertThat(request.call().input()).isEqualTo(Json.parse("{}"));
    }

    @Test
    void aResultWithoutDataIsNull() {
        String text =
                "{\"type\":\"call.responded\",\"id\":\"r\",\"payload\":{\"requestId\":\"r\","
                        + "\"output\":{\"meta\":{\"source\":\"local\","
                        + "\"operationId\":\"a.b\",\"timestamp\":1}}}}";

        CallEvent event = ((Decoded.Event) codec.read(text)).event();

        assertThat(((CallEvent.Responded) event).output().data().isNull()).isTrue();
        assertThat(codec.write(event)).contains("\"data\":null");
    }

    @Test
    void theCallersOwnMetadataIsNoPlaceToResume() {
        for (String lastEventId : new String[] {null, "7", "mine"}) {
            CallBuilder builder =
                    Call.builder().metadata(Map.of("lastEventId", StringNode.valueOf("mine")));
            if (lastEventId != null) {
                builder.lastEventId(lastEventId);
            }
            Call call = builder.to("a.b", Json.parse("{}"));

            Decoded decoded = codec.read(codec.write(new Requested(call, true, null, false)));

            Call read = ((Requested) ((Decoded.Event) decoded).event()).call();
            assertThat(read.metadata()).isEqualTo(call.metadata());
            assertThat(read.lastEventId()).isEqualTo(call.lastEventId());
        }
    }

    @Test
    void aPlaceToResumeIsInTheMetadataWhereOlderPeersReadIt() {
        Call call = Call.builder().lastEventId("7").to("a.b", Json.parse("{}"));

        String text = codec.write(new Requested(call, true, null, false));

        assertThat(text).contains("\"metadata\":{\"lastEventId\":\"7\"}");
    }
}
