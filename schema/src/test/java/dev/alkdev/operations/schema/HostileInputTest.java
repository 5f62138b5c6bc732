package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import static java.time.Duration.ofSeconds;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Input made to overflow the stack, the memory or the patience. */
class HostileInputTest {
    private static final int DEEP = 100_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final String TREE =
            """
            {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#"}}]}
            """;

    @Nested
    class ADeepValue {
        private final JsonNode deep = nestedArrays(DEEP);
        private final Schema tree = Schema.parse(TREE);

        @Test
        void isRefusedWithAReasonByARecursiveSchema() {
            assertThat(tree.accepts(deep)).isFalse();
            assertThat(tree.errors(deep))
                    .singleElement()
                    .extracting(SchemaError::message)
                    .asString()
                    .startsWith("the value is nested too deeply for this schema");
        }

        @Test
        void isLeftAsItIsByNormalize() {
            assertThat(tree.normalize(deep)).isSameAs(deep);
        }

        @Test
        void cannotBeCast() {
            assertThatExceptionOfType(CastException.class)
                    .isThrownBy(() -> tree.cast(deep))
                    .withMessage("the value or the schema is nested more than 2000 levels deep");
        }

        @Test
        void isNoMatterWhereTheSchemaDoesNotLookInside() {
            assertThat(Schema.parse("{\"type\": \"array\"}").accepts(deep)).isTrue();
            assertThat(Schema.parse("{\"const\": [[1]]}").accepts(deep)).isFalse();
            assertThat(Schema.parse("{\"type\": \"string\"}").errors(deep)).hasSize(1);
        }

        @Test
        void isNotComparedWithoutEnd() {
            ArrayNode twins = NODES.arrayNode().add(deep).add(nestedArrays(DEEP));
            assertThat(Schema.parse("{\"uniqueItems\": true}").errors(twins))
                    .singleElement()
                    .extracting(SchemaError::message)
                    .isEqualTo("the value is nested more than 1000 levels deep");
        }

        @Test
        void isNotEvenParsed() {
            String text = "[".repeat(DEEP) + "]".repeat(DEEP);
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> Json.parse(text))
                    .withMessageStartingWith("not JSON: Document nesting depth");
        }
    }

    @Test
    void aValueNestedAsDeepAsJsonMayBeIsStillJudged() {
        Schema tree = Schema.parse(TREE);
        JsonNode nested = Json.parse("[".repeat(499) + "1" + "]".repeat(499));
        assertThat(tree.accepts(nested)).isTrue();
        assertThat(tree.errors(nested)).isEmpty();
        assertThat(tree.normalize(nested)).isSameAs(nested);
    }

    @Nested
    class ADeepSchema {
        @Test
        void isRefusedWithItsPlace() {
            JsonNode schema = NODES.objectNode();
            for (int i = 0; i < DEEP; i++) {
                schema = NODES.objectNode().set("not", schema);
            }
            JsonNode deep = schema;
            assertThatExceptionOfType(SchemaException.class)
                    .isThrownBy(() -> Schema.of(deep))
                    .withMessage("/not".repeat(501) + ": schemas nested more than 500 levels deep");
        }

        @ParameterizedTest
        @ValueSource(strings = {"default", "const"})
        void isRefusedForTheValuesInIt(String keyword) {
            ObjectNode schema = NODES.objectNode();
            schema.set(keyword, nestedArrays(DEEP));
            assertThatExceptionOfType(SchemaException.class)
                    .isThrownBy(() -> Schema.of(schema))
                    .withMessage("/" + keyword + ": values nested more than 500 levels deep");
        }

        @Test
        void mayBeHiddenWhereNobodyLooks() {
            ObjectNode schema = NODES.objectNode();
            schema.set("x-note", nestedArrays(DEEP));
            schema.put("$ref", "#/$defs/text");
            schema.putObject("$defs").putObject("text").put("$anchor", "t").put("type", "string");
            assertThat(Schema.of(schema).accepts(StringNode.valueOf("x"))).isTrue();
        }
    }

    @Test
    void aSchemaThatIsNothingButItselfAcceptsNothingAndSaysWhy() {
        Schema itself = Schema.parse("{\"$ref\": \"#\"}");
        assertThat(itself.accepts(IntNode.valueOf(1))).isFalse();
        assertThat(itself.errors(IntNode.valueOf(1)))
                .singleElement()
                .extracting(SchemaError::message)
                .asString()
                .contains("the schema refers to itself without end");
        assertThat(itself.normalize(IntNode.valueOf(1))).isEqualTo(IntNode.valueOf(1));
        assertThatExceptionOfType(CastException.class)
                .isThrownBy(() -> itself.cast(IntNode.valueOf(1)));
    }

    @Test
    void nestedAlternativesAreNormalizedInReasonableTime() {
        Schema list =
                Schema.parse(
                        """
                        {"anyOf": [{"type": "null"},
                          {"type": "object", "required": ["v"], "properties":
                            {"v": {"type": "integer"}, "next": {"$ref": "#"}}}]}
                        """);
        ObjectNode last = NODES.objectNode().put("v", "42");
        ObjectNode first = last;
        for (int i = 0; i < 60; i++) {
            ObjectNode node = NODES.objectNode().put("v", i);
            node.set("next", first);
            first = node;
        }
        JsonNode value = first;
        assertTimeoutPreemptively(
                ofSeconds(5), () -> assertThat(list.accepts(list.normalize(value))).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|aa)+$", "(a*)*b$", "^(([a-z])+.)+[A-Z]([a-z])+$"})
    void aCatastrophicPatternAnswersAtOnce(String pattern) {
        Schema schema = Schema.of(NODES.objectNode().put("pattern", pattern));
        JsonNode text = StringNode.valueOf("a".repeat(50) + "!");
        assertTimeoutPreemptively(ofSeconds(2), () -> assertThat(schema.accepts(text)).isFalse());
    }

    @Test
    void fiftyMegabytesAreParsedCheckedAndNormalized() {
        String item = "{\"name\":\"" + "x".repeat(80) + "\",\"size\":1}";
        String text =
                IntStream.range(0, 500_000)
                        .mapToObj(i -> item)
                        .collect(Collectors.joining(",", "[", "]"));
        Schema schema =
                Schema.parse(
                        """
                        {"items": {"properties": {"name": {"type": "string"},
                         "size": {"type": "integer"}}, "required": ["name"],
                         "additionalProperties": false}}
                        """);
        assertThat(text.length()).isGreaterThan(50_000_000);
        JsonNode large = Json.parse(text);
        assertTimeoutPreemptively(
                ofSeconds(10),
                () -> {
                    assertThat(schema.accepts(large)).isTrue();
                    assertThat(schema.normalize(large)).isSameAs(large);
                });
    }

    @Test
    void aSchemaInALargeDocumentCostsOnlyWhatItUses() {
        ObjectNode document = NODES.objectNode();
        ObjectNode definitions = document.putObject("$defs");
        for (int i = 0; i < 200_000; i++) {
            definitions.putObject("d" + i).put("type", "integer").put("minimum", "wrong");
        }
        definitions.putObject("good").put("type", "integer");
        document.put("$ref", "#/$defs/good");
        assertThat(Schema.of(document).accepts(IntNode.valueOf(1))).isTrue();
    }

    @Test
    void manyItemsAreFoundUniqueQuickly() {
        ArrayNode numbers = NODES.arrayNode();
        IntStream.range(0, 200_000).forEach(numbers::add);
        Schema unique = Schema.parse("{\"uniqueItems\": true}");
        assertTimeoutPreemptively(ofSeconds(5), () -> assertThat(unique.accepts(numbers)).isTrue());
    }

    @Test
    void itemsOfOneHashAreFoundUniqueQuickly() {
        Schema unique = Schema.parse("{\"uniqueItems\": true}");
        HostilePairs.all().stream()
                .filter(pair -> pair.name().startsWith("unique "))
                .map(pair -> pair.value().get())
                .filter(JsonNode::isArray)
                .forEach(
                        items ->
                                assertTimeoutPreemptively(
                                        ofSeconds(60),
                                        () -> assertThat(unique.accepts(items)).isTrue()));
    }

    @Test
    void equalNumbersAreFoundHoweverTheyAreWritten() {
        Schema unique = Schema.parse("{\"uniqueItems\": true}");
        String distinct = "1, 2, 3, 4, 5, 6, 7, 8, 9, 0.1, 1e400, 12345678901234567890";
        for (String again :
                new String[] {"1.0", "10e-1", "0.10", "10e399", "1234567890123456789e1"}) {
            JsonNode items = Json.parse("[" + distinct + ", " + again + "]");
            assertThat(unique.errors(items))
                    .as(again)
                    .singleElement()
                    .extracting(SchemaError::message)
                    .asString()
                    .startsWith("items must be unique, item 12 repeats an earlier one");
        }
        assertThat(unique.accepts(Json.parse("[" + distinct + ", 0.11, 1e401]"))).isTrue();
    }

    @Test
    void constantsAreLookedUpHoweverManyThereAre() {
        ArrayNode constants = NODES.arrayNode();
        ArrayNode objects = NODES.arrayNode();
        for (int i = 0; i < 20_000; i++) {
            constants.addObject().put("const", i);
            objects.addObject().put("a", i);
        }
        Schema union = Schema.of(items("anyOf", constants));
        Schema listed = Schema.of(items("enum", objects));
        ArrayNode numbers = NODES.arrayNode();
        IntStream.range(0, 20_000).forEach(numbers::add);
        assertTimeoutPreemptively(
                ofSeconds(20),
                () -> {
                    assertThat(union.accepts(numbers)).isTrue();
                    assertThat(union.accepts(Json.parse("[3.0]"))).isTrue();
                    assertThat(union.accepts(Json.parse("[-1]"))).isFalse();
                    assertThat(listed.accepts(objects)).isTrue();
                    assertThat(listed.accepts(Json.parse("[{\"a\": 1.0}]"))).isTrue();
                    assertThat(listed.accepts(Json.parse("[{\"a\": -1}]"))).isFalse();
                });
    }

    @Test
    void ofManyConstantsExactlyOneMustBeTheValue() {
        ArrayNode branches = NODES.arrayNode();
        IntStream.range(0, 10).forEach(i -> branches.addObject().put("const", i));
        branches.addObject().put("const", 7);
        branches.addObject().put("type", "string");
        branches.addObject().put("minimum", 9).put("type", "number");
        Schema one = Schema.of(NODES.objectNode().set("oneOf", branches));
        assertThat(one.accepts(Json.parse("3"))).isTrue();
        assertThat(one.accepts(Json.parse("7"))).isFalse();
        assertThat(one.accepts(Json.parse("9"))).isFalse();
        assertThat(one.accepts(Json.parse("10"))).isTrue();
        assertThat(one.accepts(Json.parse("\"x\""))).isTrue();
        assertThat(one.accepts(Json.parse("null"))).isFalse();
    }

    private static ObjectNode items(String keyword, ArrayNode of) {
        ObjectNode schema = NODES.objectNode();
        schema.putObject("items").set(keyword, of.deepCopy());
        return schema;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e300|1e-300|true",
                "1e300|7e-300|false",
                "7e400000000|7|true",
                "0.75|0.25|true",
                "0.8|0.25|false",
                "1.5|3|false",
                "50|1e2|false",
                "300|1e2|true",
                "-4.5|1.50|true",
                "0.0|7|true",
                "9007199254740993|3|true"
            })
    void multiplesAreExactWhateverTheExponents(String line) {
        String[] parts = line.split("\\|", -1);
        Schema schema = Schema.parse("{\"multipleOf\": " + parts[1] + "}");
        assertThat(schema.accepts(Json.parse(parts[0]))).isEqualTo(Boolean.valueOf(parts[2]));
    }

    @Test
    void hugeExponentsAreJudgedWithoutWritingThemOut() {
        Schema schema = Schema.parse("{\"type\": \"integer\", \"multipleOf\": 7}");
        assertTimeoutPreemptively(
                ofSeconds(2),
                () -> {
                    assertThat(schema.accepts(Json.parse("1e400000000"))).isFalse();
                    assertThat(schema.accepts(Json.parse("7e400000000"))).isTrue();
                    assertThat(schema.normalize(Json.parse("7e400000000")))
                            .isEqualTo(Json.parse("7e400000000"));
                });
    }

    private static JsonNode nestedArrays(int depth) {
        ArrayNode inner = NODES.arrayNode();
        for (int i = 1; i < depth; i++) {
            inner = NODES.arrayNode().add(inner);
        }
        return inner;
    }
}
