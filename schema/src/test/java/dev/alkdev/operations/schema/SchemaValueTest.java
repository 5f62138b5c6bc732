package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A schema is a value: equal to its like, and nobody can change it. */
class SchemaValueTest {
    private static final String PERSON =
            "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}";

    private static final String DOCUMENT =
            """
            {"components": {"schemas": {
              "A": {"properties": {"x": {"$ref": "#/components/schemas/Pet/properties/id"}}},
              "B": {"properties": {"y": {"$ref": "#/components/schemas/Order/properties/id"},
                                   "z": {"$ref": "#/components/schemas/Pet"}}},
              "Pet": {"properties": {"id": {"type": "string"}}},
              "Order": {"properties": {"id": {"type": "integer"}}},
              "a b": {"$ref": "#/components/schemas/a_b"},
              "a_b": {"type": "null"},
              "C": {"items": {"$ref": "#/components/schemas/a%20b"}}}}}
            """;

    private static SchemaDocument document() {
        return SchemaDocument.of(Json.parse(DOCUMENT), SchemaOptions.defaults());
    }

    private static Schema component(SchemaDocument document, String name) {
        return document.at("#/components/schemas/" + name);
    }

    @Test
    void schemasOfTheSameJsonAreEqual() {
        Schema one = Schema.parse(PERSON);
        Schema other = Schema.parse(PERSON);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one).isNotEqualTo(Schema.unknown());
        assertThat(one).isNotEqualTo(null);
    }

    @Test
    void schemasThatAreReadDifferentlyAreNotEqual() {
        JsonNode json = Json.parse("{\"format\": \"date\"}");
        SchemaOptions asserting = SchemaOptions.defaults().withFormatAssertion();
        assertThat(Schema.of(json)).isNotEqualTo(Schema.of(json, asserting));
        assertThat(Schema.of(json))
                .isNotEqualTo(
                        Schema.of(json, SchemaOptions.defaults().withDialect(Dialect.DRAFT_7)));
    }

    @Test
    void aSchemaOfADocumentEqualsWhatLeftIt() {
        Schema inside = component(document(), "B");
        assertThat(inside).isEqualTo(component(document(), "B"));
        assertThat(inside).isEqualTo(Schema.of(inside.toJson()));
    }

    @Test
    void changingTheJsonOfASchemaChangesNoSchema() {
        Schema schema = Schema.parse(PERSON);
        ((ObjectNode) schema.toJson()).put("title", "hacked").remove("properties");
        assertThat(schema.toJson()).isEqualTo(Json.parse(PERSON));

        SchemaDocument document = document();
        Schema inside = component(document, "B");
        JsonNode before = inside.toJson();
        ((ObjectNode) inside.toJson().at("/$defs/Pet")).removeAll();
        assertThat(inside.toJson()).isEqualTo(before);
    }

    @Test
    void theJsonOfASchemaDoesNotDependOnWhatWasAskedBefore() {
        SchemaDocument first = document();
        JsonNode a = component(first, "A").toJson();
        JsonNode b = component(first, "B").toJson();
        SchemaDocument second = document();
        assertThat(component(second, "B").toJson()).isEqualTo(b);
        assertThat(component(second, "A").toJson()).isEqualTo(a);
        assertThat(component(second, "A").toJson().toString()).isEqualTo(a.toString());
        assertThat(b.path("$defs").propertyNames())
                .containsExactlyInAnyOrder("Order.properties.id", "Pet");
    }

    @Test
    void namesThatReadAlikeAreToldApart() {
        JsonNode json = component(document(), "C").toJson();
        assertThat(json.path("$defs").size()).isEqualTo(2);
        assertThat(Schema.of(json).accepts(Json.parse("[null]"))).isTrue();
        assertThat(Schema.of(json).accepts(Json.parse("[1]"))).isFalse();
    }
}
