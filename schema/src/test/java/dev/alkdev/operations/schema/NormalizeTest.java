package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class NormalizeTest {

    @TestFactory
    Stream<DynamicTest> theTable() throws Exception {
        try (InputStream in = NormalizeTest.class.getResourceAsStream("normalize.json")) {
            JsonNode table = Json.mapper().readTree(in);
            return table.valueStream()
                    .map(
                            row ->
                                    DynamicTest.dynamicTest(
                                            row.get("name").asString(), () -> run(row)));
        }
    }

    private static void run(JsonNode row) {
        JsonNode value = row.get("value");
        JsonNode untouched = value.deepCopy();
        Schema schema = Schema.of(row.get("schema"));
        List<String> changes = new ArrayList<>();

        JsonNode normal =
                schema.normalize(
                        value, change -> changes.add(change.kind() + " " + change.pointer()));

        List<String> expected = new ArrayList<>();
        row.path("changes").forEach(change -> expected.add(change.asString()));
        assertThat(normal).isEqualTo(row.has("expected") ? row.get("expected") : value);
        assertThat(changes).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(value).as("the argument").isEqualTo(untouched);
        if (expected.isEmpty()) {
            assertThat(normal).as("nothing to do").isSameAs(value);
        }
        assertThat(schema.normalize(normal)).as("normalizing again").isSameAs(normal);
        if (row.has("accepted")) {
            assertThat(schema.accepts(normal)).isEqualTo(row.get("accepted").booleanValue());
        }
    }

    @Test
    void aWholeNumberWrittenAsAFractionBecomesAnInteger() {
        Schema integer = Schema.parse("{\"type\": \"integer\"}");
        assertThat(integer.normalize(DoubleNode.valueOf(1.0))).isEqualTo(IntNode.valueOf(1));
        assertThat(integer.normalize(Json.parse("1.0"))).isEqualTo(IntNode.valueOf(1));
        assertThat(integer.normalize(Json.parse("1e2"))).isEqualTo(IntNode.valueOf(100));
        JsonNode infinite = DoubleNode.valueOf(Double.POSITIVE_INFINITY);
        assertThat(integer.normalize(infinite)).isSameAs(infinite);
    }

    @Test
    void aFilledDefaultIsACopyOfItsOwn() {
        Schema schema = Schema.parse("{\"properties\": {\"a\": {\"default\": {\"n\": [1]}}}}");
        JsonNode first = schema.normalize(Json.parse("{}"));
        first.get("a").get("n").asArray().add(2);
        assertThat(schema.normalize(Json.parse("{}"))).isEqualTo(Json.parse("{\"a\":{\"n\":[1]}}"));
    }
}
