package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;

/** Our own reader and writer of JSON do as Jackson does, or leave it to Jackson. */
class JsonTextTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String CHARACTERS =
            "ab/ \"\\\n\t\b\f\r\u0001\u001f\u007fé߿ࠀ\u2028\uFFFD\uD83D\uDE00";
    private static final String BYTES = "{}[]:,\"\\ntfu0123456789.-+eE \n\u0000\u00c3\u00a9\u00ff";

    private final Random random = new Random(20_26);

    @Test
    void randomTreesAreWrittenAsJacksonWritesThem() {
        for (int i = 0; i < 3_000; i++) {
            JsonNode tree = tree(4);
            assertThat(text(new JsonBytes().tree(tree))).isEqualTo(jackson(tree));
        }
    }

    @Test
    void randomTreesAreReadAsJacksonReadsThem() {
        for (int i = 0; i < 3_000; i++) {
            byte[] text = utf8(random.nextBoolean() ? jackson(tree(4)) : tree(4).toPrettyString());
            JsonNode read = Json.parseUsual(text, 0, text.length);
            if (read != null) {
                assertSame(read, Json.mapper().readTree(text));
            }
            assertSame(Json.parse(text), Json.mapper().readTree(text));
            assertSame(Json.parseUnusual(text), Json.mapper().readTree(text));
        }
    }

    @Test
    void randomNumbersWithExponentsAreReadAsJacksonReadsThem() {
        for (int i = 0; i < 100_000; i++) {
            String number =
                    (random.nextBoolean() ? "-" : "")
                            + random.nextInt(i % 3 == 0 ? 3 : 1_000_000)
                            + (random.nextBoolean() ? "." + digits(1 + random.nextInt(12)) : "")
                            + (random.nextBoolean() ? "e" : "E")
                            + new String[] {"", "+", "-"}[random.nextInt(3)]
                            + digits(1 + random.nextInt(3));
            byte[] text = utf8(number);
            JsonNode read = Json.parseUsual(text, 0, text.length);
            assertThat(read).as(number).isNotNull();
            JsonNode jackson = Json.mapper().readTree(text);
            assertSame(read, jackson);
            assertThat(read.decimalValue()).isEqualByComparingTo(jackson.decimalValue());
            assertThat(read).hasToString(read.isDouble() ? "-0.0" : jackson.toString());
        }
    }

    private String digits(int count) {
        return random.ints(count, 0, 10).mapToObj(Integer::toString).collect(Collectors.joining());
    }

    @Test
    void compactTreesAreReadAsJacksonReadsThem() {
        int read = 0;
        for (int i = 0; i < 1_000; i++) {
            ArrayNode list = NODES.arrayNode();
            for (int part = random.nextInt(8); part >= 0; part--) {
                list.add(tree(7));
            }
            byte[] text = utf8(random.nextBoolean() ? jackson(list) : list.toPrettyString());
            JsonNode compact = compact(text);
            if (compact != null) {
                assertSame(compact, Json.mapper().readTree(text));
                read++;
            }
        }
        assertThat(read).isPositive();
    }

    @Test
    void textsWithRandomMistakesAreReadOnlyIfJacksonReadsThemAlike() {
        int valid = 0;
        for (int i = 0; i < 30_000; i++) {
            byte[] text = utf8(jackson(tree(3)));
            for (int mistakes = random.nextInt(1, 3); mistakes > 0 && text.length > 0; mistakes--) {
                int place = random.nextInt(text.length);
                text[place] = (byte) BYTES.charAt(random.nextInt(BYTES.length()));
            }
            JsonNode read = Json.parseUsual(text, 0, text.length);
            if (read != null) {
                assertSame(read, Json.mapper().readTree(text));
                valid++;
            }
            JsonNode compact = compact(text);
            if (compact != null) {
                assertSame(compact, Json.mapper().readTree(text));
            }
        }
        assertThat(valid).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{\"a\":1 \"b\":2}",
                "{\"a\":1,\"a\":2}",
                "{a:1}",
                "01",
                "-",
                "+1",
                "1.",
                ".5",
                "1.e3",
                "1e",
                "NaN",
                "tru",
                "truex",
                "nul",
                "\"a",
                "\"a\nb\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\",
                "1 2",
                "[1]]",
                "{} {}",
                "/*x*/1",
                "'a'"
            })
    void whatIsNoJsonIsRefused(String text) {
        byte[] utf8 = utf8(text);
        assertThat(Json.parseUsual(utf8, 0, utf8.length)).isNull();
        assertThat(compact(utf8)).isNull();
    }

    @Test
    void namesThatJacksonRefusesAreRefused() {
        ObjectNode half = NODES.objectNode().put("a", 1).put("\uD800", 2);
        for (String name : new String[] {"\\ud800", "\\uDC00\\uD800", "n".repeat(50_001)}) {
            byte[] text = utf8("{\"a\":1,\"" + name + "\":2}");
            assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(IllegalArgumentException.class);
            // What was written is known to whoever reads next.
            Json.write(half);
            assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
        byte[] pair = utf8("{\"\\uD83D\\uDE00\":1,\"😀😀\":2}");
        assertSame(Json.parse(pair), Json.mapper().readTree(pair));
    }

    @Test
    void theUsualKindsOfValuesAreReadWithoutJackson() {
        String text =
                " {\"a\" : [1, -2, 0, -0, 123456789012, 1.50, -1.0, true, false, null, \"\"],\n"
                        + "\t\"é\": {}, \"b\": [], \"c\": \"x\\u00e9\\n\\\"\\\\\\/ä😀\"} ";
        byte[] utf8 = utf8(text);
        JsonNode read = Json.parseUsual(utf8, 0, utf8.length);
        assertSame(read, Json.mapper().readTree(utf8));
        assertSame(compact(utf8), Json.mapper().readTree(utf8));
    }

    @Test
    void textsOfACompactTreeThatDifferLittleAreToldApart() {
        ArrayNode texts = NODES.arrayNode();
        String longest = "a".repeat(40);
        for (int length = 0; length <= longest.length(); length++) {
            String text = longest.substring(0, length);
            texts.add(text).add(text + "b").add("b" + text).add(text + "\n").add(text + "é");
            texts.add(text + "\\n").add(text);
        }
        byte[] utf8 = utf8(jackson(texts));
        assertSame(compact(utf8), Json.mapper().readTree(utf8));
    }

    @Test
    void aPartOfATextIsReadByItself() {
        byte[] utf8 = utf8("xx[1,2]yy");
        assertThat(Json.parseUsual(utf8, 2, 7)).isEqualTo(Json.parse("[1,2]"));
        assertThat(Json.parseUsual(utf8, 2, 6)).isNull();
        assertThat(Json.parseUsual(utf8, 2, 8)).isNull();
    }

    @Test
    void whatIsRareIsReadAllTheSame() {
        String deep = "[".repeat(400) + "]".repeat(400);
        for (String text : new String[] {deep, "1e400", "12345678901234567890", "\"\uFFFD\""}) {
            assertSame(Json.parse(utf8(text)), Json.mapper().readTree(text));
        }
    }

    @Test
    void numbersThatJsonHasNotAreRefused() {
        for (JsonNode number :
                new JsonNode[] {
                    NODES.numberNode(Double.NaN),
                    NODES.numberNode(Double.NEGATIVE_INFINITY),
                    NODES.numberNode(Float.POSITIVE_INFINITY)
                }) {
            assertThatThrownBy(() -> new JsonBytes().tree(NODES.arrayNode().add(number)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("is not a JSON number");
        }
    }

    @Test
    void treesAreWrittenUpToTheDepthThatJacksonAllows() {
        JsonNode tree = NODES.arrayNode();
        for (int i = 1; i < 500; i++) {
            tree = NODES.arrayNode().add(tree);
        }
        assertThat(text(new JsonBytes().tree(tree))).isEqualTo(jackson(tree));
        JsonNode deeper = NODES.arrayNode().add(tree);
        assertThatThrownBy(() -> new JsonBytes().tree(deeper)).isInstanceOf(JacksonException.class);
    }

    @Test
    void halfOfASurrogatePairIsEscaped() {
        for (String text : new String[] {"a\uD800b", "\uDC00", "x\uD800"}) {
            assertThat(text(new JsonBytes().text(text))).isEqualTo(jackson(NODES.stringNode(text)));
        }
    }

    @Test
    void membersAndElementsAreSeparated() {
        JsonBytes json = new JsonBytes().startObject().member("a", "x").member("b", -7);
        json.member("c", true).name("d").startArray().element().text("1").element().number(2.5);
        json.endArray().name("e").startObject().endObject().endObject();
        assertThat(text(json))
                .isEqualTo("{\"a\":\"x\",\"b\":-7,\"c\":true,\"d\":[\"1\",2.5],\"e\":{}}");
    }

    private JsonNode tree(int depth) {
        return switch (random.nextInt(depth == 0 ? 10 : 14)) {
            case 0 -> NODES.numberNode(random.nextInt());
            case 1 -> NODES.numberNode(random.nextLong() >> random.nextInt(64));
            case 2 ->
                    NODES.numberNode(
                            new BigDecimal(new BigInteger(60, random), random.nextInt(-5, 9)));
            case 3 ->
                    NODES.numberNode(random.nextGaussian() * Math.pow(10, random.nextInt(-9, 20)));
            case 4 -> NODES.numberNode(new BigInteger(90, random));
            case 5 -> NODES.nullNode();
            case 6 -> NODES.booleanNode(random.nextBoolean());
            case 7 -> NODES.numberNode(random.nextFloat());
            case 8, 9 -> NODES.stringNode(string());
            case 10, 11 -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    array.add(tree(depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(12); i > 0; i--) {
                    object.set(string(), tree(depth - 1));
                }
                yield object;
            }
        };
    }

    private String string() {
        StringBuilder text = new StringBuilder();
        boolean plain = random.nextInt(3) > 0;
        for (int i = random.nextInt(10); i > 0; i--) {
            int limit = CHARACTERS.offsetByCodePoints(0, random.nextInt(plain ? 3 : 20));
            text.appendCodePoint(CHARACTERS.codePointAt(limit));
        }
        return text.toString();
    }

    /** The same, down to the kinds of numbers; but Jackson's decimals have no negative zero. */
    private static void assertSame(@Nullable JsonNode ours, JsonNode theirs) {
        if (ours != null && hasNegativeZero(ours)) {
            assertThat(Json.isSame(ours, theirs)).isTrue();
            return;
        }
        assertThat(ours).isEqualTo(theirs).hasToString(theirs.toString());
    }

    private static boolean hasNegativeZero(JsonNode json) {
        return json.isDouble() || json.valueStream().anyMatch(JsonTextTest::hasNegativeZero);
    }

    private static String text(JsonBytes json) {
        return new String(json.toByteArray(), StandardCharsets.UTF_8);
    }

    private static String jackson(JsonNode tree) {
        return new String(Json.mapper().writeValueAsBytes(tree), StandardCharsets.UTF_8);
    }

    private static @Nullable JsonNode compact(byte[] text) {
        return CompactTree.readUsual(text);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
