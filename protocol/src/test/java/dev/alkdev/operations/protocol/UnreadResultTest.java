package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Headers;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.ResponseMeta;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** The short way to write and read a result comes to the same as the long one, or is not taken. */
class UnreadResultTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String EVENT =
            "{\"type\":\"call.responded\",\"id\":\"r-1\",\"payload\":{\"requestId\":\"r-1\","
                    + "\"output\":{\"data\":DATA,\"meta\":{\"source\":\"local\","
                    + "\"operationId\":\"a.b\",\"timestamp\":17}},\"sequence\":4}}";

    private static final String EVENT_OF_ONE = EVENT.replace("DATA", "1");

    /** What mutations put in: what JSON and our events are made of, and what they must not have. */
    private static final List<String> PIECES =
            List.of(
                    "{",
                    "}",
                    "[",
                    "]",
                    ",",
                    ":",
                    "\"",
                    "\\",
                    " ",
                    "\n",
                    "0",
                    "-1",
                    "1.0",
                    "007",
                    "1e2",
                    "null",
                    "true",
                    "\u0000",
                    "\uFEFF",
                    "\uFFFD",
                    "ä",
                    "😀",
                    "\\ud800",
                    "\"data\":1,",
                    "\"meta\":{},",
                    "}}",
                    ",\"sequence\":",
                    ",\"sequence\":5",
                    ",\"meta\":{\"source\":\"local\",\"operationId\":\"",
                    "\",\"timestamp\":",
                    "9223372036854775807",
                    "99999999999999999999",
                    "/**/");

    private final CallEventCodec codec = CallEventCodec.create();
    private final Refusals refusals = new Refusals(new RecordingLink());

    @Test
    void aResultAsItIsWrittenIsReadTheShortWay() {
        String text = EVENT.replace("DATA", "{\"x\":[1,\"ä\",null]}");
        Responded expected =
                new Responded(
                        "r-1",
                        new ResponseEnvelope<>(
                                Json.parse("{\"x\":[1,\"ä\",null]}"), new LocalMeta("a.b", 17)),
                        4L);
        assertThat(codec.write(expected)).isEqualTo(text);
        assertThat(readShort(text)).isEqualTo(expected);

        Responded ofCall = new Responded("r-1", expected.output(), null);
        assertThat(readShort(codec.write(ofCall))).isEqualTo(ofCall);

        LocalMeta resumable = new LocalMeta("a.b", 17, "e-9");
        Responded item =
                new Responded(
                        "r-1", new ResponseEnvelope<>(expected.output().data(), resumable), 5L);
        assertThat(readShort(codec.write(item))).isEqualTo(item);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void bothWaysGiveTheSameForWhatIsWritten(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            Responded event = event(random);
            assertThat(codec.read(codec.writeUtf8(event))).isEqualTo(new Decoded.Event(event));
            assertThat(codec.write(event))
                    .isEqualTo(Json.mapper().writeValueAsString(event.toJson()));
            assertSame(codec.write(event));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void bothWaysGiveTheSameForWhatIsBroken(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(codec.write(event(random)));
            for (int count = 1 + random.nextInt(3); count > 0; count--) {
                mutate(text, random);
            }
            assertSame(text.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void bothWaysGiveTheSameForBytesThatAreNoText(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            byte[] utf8 = codec.writeUtf8(event(random));
            utf8[random.nextInt(utf8.length)] = (byte) random.nextInt(256);
            assertSame(utf8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1,",
                "1 2",
                "1,\"data\":2",
                "1},\"output\":{\"data\":2",
                "\uFEFF1",
                "1\u0000",
                "{\"x\":1,\"x\":2}",
                "1,\"meta\":{\"source\":\"local\",\"operationId\":\"a.b\",\"timestamp\":17}"
            })
    void dataThatIsNotOneValueIsRefusedAsEver(String data) {
        String text = EVENT.replace("DATA", data);
        assertThat(codec.read(text)).isInstanceOf(Decoded.Malformed.class);
        assertSame(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "-1", "01", "1.0", "1e3", "9999999999999999999", "\"1\""})
    void aNumberInAnotherFormIsLeftToTheLongWay(String number) {
        String sequence = EVENT.replace("DATA", "1").replace(":4}", ":" + number + "}");
        assertThat(unread(utf8(sequence))).isNull();
        assertSame(sequence);
        String timestamp = EVENT.replace("DATA", "1").replace(":17}", ":" + number + "}");
        assertThat(unread(utf8(timestamp))).isNull();
        assertSame(timestamp);
    }

    @Test
    void anInfiniteNumberIsRefusedTheShortWayAsWell() {
        Responded event =
                new Responded(
                        "r-1",
                        new ResponseEnvelope<>(
                                NODES.arrayNode().add(Double.POSITIVE_INFINITY),
                                new LocalMeta("a.b", 17)),
                        null);
        assertThatThrownBy(() -> codec.writeUtf8(event))
                .isInstanceOf(CallException.class)
                .hasMessage(
                        "the event cannot be written: data/0 is NaN or infinite, which is no JSON"
                                + " number");
    }

    @Test
    void aFieldBesideTheDataIsIgnoredAsEver() {
        String text = EVENT.replace("DATA", "1,\"later\":{\"x\":2}");
        assertThat(codec.read(text))
                .isEqualTo(codec.read(EVENT_OF_ONE))
                .isInstanceOf(Decoded.Event.class);
        assertSame(text);
    }

    @Test
    void dataThatLooksLikeTheEndOfAnEventIsData() {
        String end = EVENT.substring(EVENT.indexOf("DATA") + 4);
        JsonNode data = NODES.objectNode().put("text", end).set("tree", Json.parse(EVENT_OF_ONE));
        String text = EVENT.replace("DATA", data.toString());
        assertThat(readShort(text)).isNotNull();
        assertSame(text);
    }

    @Test
    void dataMayBeNestedAsDeepAsEver() {
        for (int depth : new int[] {490, 496, 497, 498, 499, 500, 501}) {
            assertSame(EVENT.replace("DATA", "[".repeat(depth) + "]".repeat(depth)));
        }
    }

    @Test
    void aRequestIdIsAsLongAsEver() {
        for (int length : new int[] {0, 1, 200, 201}) {
            assertSame(EVENT_OF_ONE.replace("r-1", "x".repeat(length)));
        }
    }

    private @Nullable UnreadResult unread(byte[] utf8) {
        return UnreadResult.of(utf8, refusals);
    }

    private @Nullable CallEvent readShort(String text) {
        UnreadResult result = unread(utf8(text));
        return result == null ? null : result.read();
    }

    private void assertSame(String text) {
        assertSame(utf8(text));
    }

    /** Whoever reads the data later, comes to the same as who reads the whole. */
    private void assertSame(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        UnreadResult result = unread(utf8);
        if (result != null) {
            CallEvent later = result.read();
            switch (codec.read(utf8)) {
                case Decoded.Event(Responded event) ->
                        assertThat(later)
                                .as(text)
                                .isEqualTo(
                                        new Responded(
                                                event.requestId(),
                                                event.output(),
                                                result.sequence()));
                case Decoded.Malformed malformed ->
                        assertThat(later)
                                .as(text)
                                .isEqualTo(
                                        CallEvent.Failed.of(
                                                result.requestId(),
                                                PeerFaults.answer(malformed.reason())));
                case Decoded other -> throw new AssertionError(other + " is no result: " + text);
            }
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void mutate(StringBuilder text, Random random) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + random.nextInt(12));
        switch (random.nextInt(5)) {
            case 0 -> text.delete(at, end);
            case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
            case 2 -> text.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
            case 3 -> text.insert(at, text.substring(at, end));
            default -> text.insert(random.nextInt(text.length() + 1), text.substring(at));
        }
    }

    private static Responded event(Random random) {
        ResponseMeta meta =
                random.nextInt(8) == 0
                        ? new HttpMeta(200, Headers.none())
                        : new LocalMeta(
                                word(random),
                                random.nextLong() >> random.nextInt(64),
                                random.nextInt(4) == 0 ? word(random) : null);
        Long sequence = random.nextBoolean() ? (Long) (random.nextLong() >>> 40) : null;
        String requestId = "r" + word(random);
        return new Responded(requestId, new ResponseEnvelope<>(value(random, 3), meta), sequence);
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextInt());
            case 3 -> NODES.numberNode(BigDecimal.valueOf(random.nextInt(), 3));
            case 4, 5 -> NODES.stringNode(word(random));
            case 6 -> array(random, depth);
            default -> object(random, depth);
        };
    }

    private static ArrayNode array(Random random, int depth) {
        ArrayNode array = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            array.add(value(random, depth - 1));
        }
        return array;
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set(word(random), value(random, depth - 1));
        }
        return object;
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            String piece =
                    random.nextInt(4) == 0
                            ? PIECES.get(random.nextInt(PIECES.size()))
                            : String.valueOf((char) ('a' + random.nextInt(26)));
            word.append(piece);
        }
        return word.toString();
    }
}
