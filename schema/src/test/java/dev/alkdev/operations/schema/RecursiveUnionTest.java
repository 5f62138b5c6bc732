package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import static java.time.Duration.ofSeconds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Alternatives that refer to themselves cost what the value is large, not branches to its depth.
 */
class RecursiveUnionTest {
    private static final int DEEP = 60;

    private static final String CHILDREN =
            "\"children\": {\"type\": \"array\", \"items\": {\"$ref\": \"#\"}}";

    /** Ten kinds of nodes, told apart by the property that comes after the children. */
    private static Schema kinds(String condition) {
        return Schema.parse(
                IntStream.range(0, 10)
                        .mapToObj(
                                i ->
                                        "{\"required\": [\"type\"], \"properties\": {"
                                                + CHILDREN
                                                + ", \"type\": "
                                                + condition.formatted(i)
                                                + "}}")
                        .collect(Collectors.joining(",", "{\"oneOf\": [", "]}")));
    }

    private static JsonNode tree(String innermost) {
        String tree = "{\"type\": \"" + innermost + "\"}";
        for (int i = 1; i < DEEP; i++) {
            tree = "{\"children\": [" + tree + "], \"type\": \"kind9\"}";
        }
        return Json.parse(tree);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"const\": \"kind%d\"}",
                "{\"pattern\": \"^kind%d$\"}",
                "{\"allOf\": [{\"items\": {\"$ref\": \"#\"}}, {\"pattern\": \"^kind%d$\"}]}"
            })
    void aDeepValueIsJudgedWhateverTellsTheBranchesApart(String condition) {
        Schema schema = kinds(condition);
        JsonNode valid = tree("kind9");
        JsonNode invalid = tree("other");
        assertTimeoutPreemptively(
                ofSeconds(30),
                () -> {
                    assertThat(schema.accepts(valid)).isTrue();
                    assertThat(schema.errors(valid)).isEmpty();
                    assertThat(schema.normalize(valid)).isEqualTo(valid);
                    assertThat(schema.accepts(invalid)).isFalse();
                    assertThat(schema.errors(invalid))
                            .extracting(SchemaError::message)
                            .noneMatch(message -> message.contains("steps"))
                            .hasSizeGreaterThan(DEEP);
                });
    }

    @Test
    void everyErrorIsToldOnceAndInItsPlace() {
        Schema twice =
                Schema.parse(
                        "{\"allOf\": [{\"$ref\": \"#/$defs/n\"}, {\"$ref\": \"#/$defs/n\"}],"
                                + " \"$defs\": {\"n\": {\"items\": {\"type\": \"integer\"}}}}");
        assertThat(twice.errors(Json.parse("[1, \"x\"]")))
                .singleElement()
                .extracting(SchemaError::pointer)
                .isEqualTo("/1");
    }

    @Test
    void aPartThatStandsInTwoPlacesHasErrorsInBoth() {
        Schema schema = kinds("{\"const\": \"kind%d\"}");
        JsonNode wrong = tree("other");
        JsonNode twice =
                Json.mapper()
                        .createObjectNode()
                        .put("type", "kind9")
                        .set("children", Json.mapper().createArrayNode().add(wrong).add(wrong));
        assertThat(schema.errors(twice))
                .extracting(SchemaError::pointer)
                .anyMatch(pointer -> pointer.startsWith("/children/0/"))
                .anyMatch(pointer -> pointer.startsWith("/children/1/"));
    }

    @Test
    void thereIsStillALimit() {
        Evaluation evaluation = new Evaluation(IntNode.valueOf(1));
        assertThat(
                        org.assertj.core.api.Assertions.catchThrowable(
                                () -> {
                                    for (int i = 0; i < 100; i++) {
                                        evaluation.spend(1_000_000);
                                    }
                                }))
                .isInstanceOf(UndecidableException.class)
                .hasMessage("the schema needs more than 20000200 steps to judge this value");
    }

    @Test
    void theLimitGrowsWithTheValue() {
        JsonNode large = Json.mapper().valueToTree(new int[1_000_000]);
        Evaluation evaluation = new Evaluation(large);
        for (int i = 0; i < 100; i++) {
            evaluation.spend(1_000_000);
        }
        assertThat(evaluation.verdicts()).isNotNull();
    }
}
