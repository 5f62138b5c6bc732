package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

/** Texts that a reader of JSON easily confuses or alters. */
class JsonTextFidelityTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Random random = new Random(20_26);

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "a\uDC00b", "\uDC00\uD800", "é\uD800"})
    void halfOfASurrogatePairIsRead(String half) {
        String text = "{\"" + half + "1\": \"" + half + "\", \"x\": \"?\"}";
        assertThat(Json.parse(text).get("x").stringValue()).isEqualTo("?");
        assertThat(Json.parse("[\"" + half + "\"]").get(0).stringValue()).isEqualTo(half);
        JsonNode written = Json.parse(Json.write(NODES.stringNode(half)));
        assertThat(written.stringValue()).isEqualTo(half);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.0", "-0.00", "-0e5", "-0.0E-7"})
    void negativeZeroKeepsItsSign(String text) {
        for (JsonNode zero : new JsonNode[] {Json.parse(text), compact(utf8(text))}) {
            assertThat(Double.compare(zero.doubleValue(), -0.0)).isZero();
            assertThat(new String(Json.write(zero), StandardCharsets.UTF_8)).isEqualTo("-0.0");
            assertThat(Json.isSame(zero, Json.parse("0"))).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.0", "-0.00", "-0e5", "-0.0E-7"})
    void negativeZeroKeepsItsSignInDeepAndInLongTexts(String zero) {
        String deep = "[".repeat(500) + zero + "]".repeat(500);
        String padded = "[" + zero + ",1.50,-1.0,0.0," + "1,".repeat(600_000) + "1]";
        for (JsonNode read : new JsonNode[] {Json.parse(deep), Json.parse(utf8(deep))}) {
            assertThat(new String(Json.write(read), StandardCharsets.UTF_8)).contains("[-0.0]");
        }
        for (JsonNode read : new JsonNode[] {Json.parse(padded), Json.parse(utf8(padded))}) {
            assertThat(new String(Json.write(read), StandardCharsets.UTF_8))
                    .startsWith("[-0.0,1.50,-1.0,0.0,1,");
        }
    }

    /**
     * Two texts of 16 to 23 bytes with the same first eight bytes, length and hash, which {@link
     * CompactTextReader} keeps. The hash of its words is known, so that they can be found.
     */
    @Test
    void textsOfACompactTreeWithTheSameHashAreToldApart() {
        Map<Long, String> seconds = new HashMap<>();
        String first = "abcdefgh";
        long head = mixed(word(first));
        while (true) {
            String second = digits(8);
            long bits = mixed(head ^ word(second));
            // Of the last seven bytes, those of two texts can make up for the lower bits.
            String other = seconds.putIfAbsent(bits & 0xFF80808080808080L, second);
            if (other == null || other.equals(second)) {
                continue;
            }
            long difference = bits ^ mixed(head ^ word(other));
            String one = first + other;
            String two = first + second;
            boolean plain = true;
            for (int i = 0; i < 7 && plain; i++) {
                int change = (int) (difference >>> (8 * i)) & 0x7F;
                int character = 'a';
                while (character < 'z' && !isPlain(character ^ change)) {
                    character++;
                }
                plain = isPlain(character ^ change);
                one += (char) character;
                two += (char) (character ^ change);
            }
            if (plain) {
                byte[] utf8 = utf8("[\"" + one + "\",\"" + two + "\"]");
                assertThat(compact(utf8)).isEqualTo(Json.mapper().readTree(utf8));
                return;
            }
        }
    }

    private static boolean isPlain(int character) {
        return character >= ' ' && character < 127 && character != '"' && character != '\\';
    }

    private static long word(String text) {
        return ByteBuffer.wrap(utf8(text)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static long mixed(long bits) {
        long product = bits * 0x9E3779B97F4A7C15L;
        return product ^ (product >>> 32);
    }

    @Test
    void equalObjectsOfACompactTreeKeepTheOrderOfTheirMembers() {
        String pair = "{\"a\":1,\"b\":2}";
        String turned = "{\"b\":2,\"a\":1}";
        String text =
                "["
                        + String.join(
                                ",",
                                "[" + pair + "]",
                                "[" + turned + "]",
                                "{\"x\":" + pair + "}",
                                "{\"x\":" + turned + "}")
                        + "]";
        assertThat(compact(utf8(text))).hasToString(text);
        assertThat(CompactReader.read(Json.mapper().createParser(text))).hasToString(text);
        assertThat(CompactTree.read(Json.mapper().createParser(text))).hasToString(text);
    }

    private String digits(int count) {
        return random.ints(count, 0, 10).mapToObj(Integer::toString).collect(Collectors.joining());
    }

    private static JsonNode compact(byte[] text) {
        return Objects.requireNonNull(CompactTree.readUsual(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
