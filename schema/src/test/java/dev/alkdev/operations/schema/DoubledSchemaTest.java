package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import static java.time.Duration.ofSeconds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.stream.IntStream;

/** Small schemas that are large when each reference is followed. */
class DoubledSchemaTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonNode TEXT = StringNode.valueOf("x");

    @Test
    void aSchemaThatDoublesItselfFortyTimesIsJudgedOnceForEachLevel() {
        Schema doubling = Schema.of(doubling(40));
        JsonNode number = IntNode.valueOf(1);
        JsonNode text = StringNode.valueOf("x");
        assertTimeoutPreemptively(
                ofSeconds(20),
                () -> {
                    assertThat(doubling.accepts(number)).isTrue();
                    assertThat(doubling.errors(number)).isEmpty();
                    assertThat(doubling.normalize(number)).isSameAs(number);
                    assertThat(doubling.accepts(text)).isFalse();
                    assertThat(doubling.errors(text)).hasSize(1);
                    assertThat(doubling.normalize(text)).isSameAs(text);
                    assertThat(doubling.normalize(StringNode.valueOf("42")))
                            .isEqualTo(IntNode.valueOf(42));
                });
    }

    @Test
    void aSchemaThatDoublesItselfIsJudgedForManyItems() {
        ObjectNode schema = doubling(23);
        ObjectNode items = NODES.objectNode();
        items.set("$defs", schema.get("$defs"));
        items.putObject("items").put("$ref", "#/$defs/d0");
        Schema costly = Schema.of(items);
        ArrayNode numbers = NODES.arrayNode();
        IntStream.range(0, 1_000).forEach(numbers::add);
        assertTimeoutPreemptively(
                ofSeconds(20), () -> assertThat(costly.accepts(numbers)).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"allOf", "anyOf"})
    void whatDoublesItselfIsCastOnceForEachLevel(String keyword) {
        Schema doubling = Schema.of(doubling(keyword, 40));
        assertTimeoutPreemptively(
                ofSeconds(20),
                () -> {
                    assertThat(doubling.cast(TEXT)).isEqualTo(IntNode.valueOf(0));
                    assertThat(doubling.cast(IntNode.valueOf(7))).isEqualTo(IntNode.valueOf(7));
                    assertThat(doubling.create()).isEqualTo(IntNode.valueOf(0));
                    assertThat(doubling.enforce(TEXT)).isEqualTo(IntNode.valueOf(0));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"allOf", "anyOf"})
    void objectsThatDoubleThemselvesAreCastMemberByMember(String keyword) {
        ObjectNode schema = doubling(keyword, 30);
        ObjectNode last = schema.withObject("/$defs").putObject("d30").put("type", "object");
        last.withObject("/properties").putObject("n").put("type", "integer");
        last.putArray("required").add("n");
        ((ObjectNode) schema.at("/$defs/d0")).put("unevaluatedProperties", false);
        Schema doubling = Schema.of(schema);
        assertTimeoutPreemptively(
                ofSeconds(20),
                () -> {
                    assertThat(doubling.cast(Json.parse("{\"n\": 5}")))
                            .isEqualTo(Json.parse("{\"n\": 5}"));
                    assertThat(doubling.cast(Json.parse("{\"n\": \"?\"}")))
                            .isEqualTo(Json.parse("{\"n\": 0}"));
                });
    }

    @Test
    void whatIsMadeUpTwiceIsNotTheSameObject() {
        ObjectNode schema = NODES.objectNode().put("type", "array").put("minItems", 20_000);
        ObjectNode item = schema.putObject("items").put("type", "object");
        item.putObject("properties").putObject("list").put("type", "array");
        item.putArray("required").add("list");
        JsonNode made = Schema.of(schema).create();
        assertThat(made).hasSize(20_000);
        assertThat(made.get(19_998)).isEqualTo(made.get(19_999)).isNotSameAs(made.get(19_999));
        assertThat(made.at("/19998/list")).isNotSameAs(made.at("/19999/list"));
    }

    @Test
    void aValueThatWouldDoubleItselfIsNotMadeUp() {
        ObjectNode schema = NODES.objectNode().put("$ref", "#/$defs/d0");
        ObjectNode definitions = schema.putObject("$defs");
        for (int i = 0; i < 40; i++) {
            ObjectNode level = definitions.putObject("d" + i).put("type", "object");
            ObjectNode properties = level.putObject("properties");
            properties.putObject("a").put("$ref", "#/$defs/d" + (i + 1));
            properties.putObject("b").put("$ref", "#/$defs/d" + (i + 1));
            level.putArray("required").add("a").add("b");
        }
        definitions.putObject("d40").put("type", "integer");
        Schema doubling = Schema.of(schema);
        assertTimeoutPreemptively(
                ofSeconds(20),
                () ->
                        assertThatExceptionOfType(CastException.class)
                                .isThrownBy(() -> doubling.cast(TEXT))
                                .withMessage(
                                        "a value of more than 2000000 parts is too large to make"
                                                + " up"));
    }

    @Test
    void aDocumentIsReadOnceAsKindsHoweverManyValuesAreCast() {
        Schema tree =
                Schema.parse(
                        """
                        {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"},
                         "l": {"$ref": "#"}, "r": {"$ref": "#"}}}
                        """);
        JsonNode expected = Json.parse("{\"n\":0,\"l\":{\"n\":0,\"r\":{\"n\":1}}}");
        JsonNode value = Json.parse("{\"n\":\"x\",\"l\":{\"n\":null,\"r\":{\"n\":1}}}");
        for (int i = 0; i < 1_000; i++) {
            assertThat(tree.cast(value)).isEqualTo(expected);
        }
    }

    @Test
    void aLongListOfUniqueItemsIsCastQuickly() {
        Schema strings =
                Schema.parse(
                        """
                        {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
                        """);
        ArrayNode items = NODES.arrayNode();
        IntStream.range(0, 200_000).forEach(i -> items.add("s" + i));
        items.add("s7").add(5);
        assertTimeoutPreemptively(
                ofSeconds(20), () -> assertThat(strings.cast(items)).hasSize(200_001));
    }

    private static ObjectNode doubling(int times) {
        return doubling("allOf", times);
    }

    private static ObjectNode doubling(String keyword, int times) {
        ObjectNode schema = NODES.objectNode().put("$ref", "#/$defs/d0");
        ObjectNode definitions = schema.putObject("$defs");
        for (int i = 0; i < times; i++) {
            String next = "#/$defs/d" + (i + 1);
            ArrayNode both = definitions.putObject("d" + i).putArray(keyword);
            both.addObject().put("$ref", next);
            both.addObject().put("$ref", next);
        }
        definitions.putObject("d" + times).put("type", "integer");
        return schema;
    }
}
