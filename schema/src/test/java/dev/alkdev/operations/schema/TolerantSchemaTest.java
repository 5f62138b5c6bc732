package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

class TolerantSchemaTest {
    private static final String BROKEN =
            """
            {"properties": {
              "a": {"type": "pet"},
              "b": {"$ref": "#/nowhere"},
              "c": 3,
              "d": {"type": "integer"}}}
            """;

    @Test
    void partsThatAreNoSchemasAcceptEverythingAndTheRestIsChecked() {
        Schema schema = Schema.of(Json.parse(BROKEN), SchemaOptions.defaults().withTolerance());

        assertThat(schema.accepts(Json.parse("{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4}"))).isTrue();
        assertThat(schema.errors(Json.parse("{\"a\": 1, \"d\": \"x\"}")))
                .extracting(SchemaError::pointer)
                .containsExactly("/d");
    }

    @Test
    void anArrayOfItemsIsATupleThoughTheDialectHasOtherWords() {
        JsonNode tuple =
                Json.parse(
                        """
                        {"type": "array", "items": [{"type": "string"}, {"type": "integer"}],
                         "additionalItems": false}
                        """);
        Schema schema = Schema.of(tuple, SchemaOptions.defaults().withTolerance());

        assertThat(schema.accepts(Json.parse("[\"a\", 1]"))).isTrue();
        assertThat(schema.accepts(Json.parse("[1, 1]"))).isFalse();
        assertThat(schema.accepts(Json.parse("[\"a\", 1, 2]"))).isFalse();
        assertThatThrownBy(() -> Schema.of(tuple))
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith("/items: a schema must be an object or true or false");
    }

    @Test
    void withoutToleranceTheyAreRefused() {
        assertThatThrownBy(() -> Schema.of(Json.parse(BROKEN)))
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith("/properties/a/type");
    }

    @Test
    void anUnknownDialectIsReadAsTheDefault() {
        JsonNode schema =
                Json.parse("{\"$schema\": \"https://acme.example/s\", \"type\": \"integer\"}");
        JsonNode within = Json.parse("{\"properties\": {\"a\": " + schema + "}}");
        SchemaOptions tolerant = SchemaOptions.defaults().withTolerance();

        assertThat(Schema.of(schema, tolerant).accepts(Json.parse("1"))).isTrue();
        assertThat(Schema.of(schema, tolerant).accepts(Json.parse("\"x\""))).isFalse();
        assertThat(Schema.of(within, tolerant).accepts(Json.parse("{\"a\": \"x\"}"))).isFalse();
        assertThatThrownBy(() -> Schema.of(schema))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("unknown dialect https://acme.example/s");
    }
}
