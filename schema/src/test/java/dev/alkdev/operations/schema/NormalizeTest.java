package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        if (schema.isNormal(value)) {
            assertThat(normal).as("a normal value").isSameAs(value);
            assertThat(schema.accepts(value)).as("a normal value is accepted").isTrue();
        }
        if (row.has("accepted")) {
            assertThat(schema.accepts(normal)).isEqualTo(row.get("accepted").booleanValue());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'id': 1, 'tags': ['a']}          | true",
                "{'id': 1, 'tags': [], 'done': false} | true",
                "{'id': 1.0, 'tags': ['a']}        | false",
                "{'id': '1', 'tags': ['a']}        | false",
                "{'id': 1, 'tags': [2]}            | false",
                "{'id': 1}                         | false",
                "{'tags': ['a']}                   | false",
                "{'id': 1, 'tags': [], 'more': 1}  | false",
                "1                                 | false",
            })
    void aValueIsNormalIfItIsAcceptedAndThereIsNothingToDo(String value, boolean normal) {
        Schema schema =
                Schema.parse(
                        """
                        {"type": "object", "required": ["id"], "properties": {
                         "id": {"type": "integer"}, "done": {"type": "boolean"},
                         "tags": {"type": "array", "items": {"type": "string"}, "default": []}}}
                        """);

        assertThat(schema.isNormal(Json.parse(value.replace('\'', '"')))).isEqualTo(normal);
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
