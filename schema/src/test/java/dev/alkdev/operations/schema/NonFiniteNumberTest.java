package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.Map;

class NonFiniteNumberTest {
    private static JsonNode tree(Object value) {
        return Json.mapper().valueToTree(value);
    }

    @Test
    void aNumberThatJsonHasNotIsFoundWhereverItStands() {
        assertThat(Json.findNonFinite(tree(Double.NaN))).hasValue("");
        assertThat(Json.findNonFinite(tree(Float.NEGATIVE_INFINITY))).hasValue("");
        assertThat(Json.findNonFinite(tree(new double[] {1, Double.POSITIVE_INFINITY})))
                .hasValue("/1");
        assertThat(Json.findNonFinite(tree(Map.of("a/b", List.of(1, Map.of("~", Double.NaN))))))
                .hasValue("/a~1b/1/~0");
    }

    @Test
    void otherValuesHaveNone() {
        assertThat(Json.findNonFinite(tree(List.of(1, 2.5, Float.MAX_VALUE, "NaN")))).isEmpty();
        assertThat(Json.findNonFinite(Json.parse("[1e999, {\"a\": null}, true]"))).isEmpty();
        assertThat(Json.findNonFinite(JsonNodeFactory.instance.missingNode())).isEmpty();
    }
}
