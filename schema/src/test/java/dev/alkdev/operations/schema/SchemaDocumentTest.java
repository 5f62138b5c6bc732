package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.Optional;

class SchemaDocumentTest {
    private static final JsonNode PETS =
            Json.parse(
                    """
                    {"components": {"schemas": {
                      "Pet": {"type": "object", "required": ["name"], "properties": {
                        "name": {"type": "string", "nullable": true},
                        "friend": {"$ref": "#/components/schemas/Pet", "type": "string"},
                        "age": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}}},
                      "Broken": {"type": "pet"},
                      "Lost": {"$ref": "#/components/schemas/Nowhere"}}}}
                    """);

    private static SchemaDocument pets() {
        return SchemaDocument.of(PETS, SchemaOptions.defaults().withDialect(Dialect.OPENAPI_3_0));
    }

    @Nested
    class AComposedSchema {
        private final Schema schema =
                pets().compose(
                                Json.parse(
                                        """
                                        {"type": "object", "properties": {
                                          "pet": {"$ref": "#/components/schemas/Pet"}}}
                                        """));

        @Test
        void refersIntoTheDocument() {
            assertThat(schema.accepts(Json.parse("{\"pet\": {\"name\": \"Rex\"}}"))).isTrue();
            assertThat(schema.errors(Json.parse("{\"pet\": {}}")))
                    .singleElement()
                    .hasToString("/pet: required property \"name\" is missing, got {}");
        }

        @Test
        void mayHavePartsOfTheDocumentAsItsOwn() {
            JsonNode part = PETS.at("/components/schemas/Pet");
            Schema shared =
                    pets().compose(
                                    Json.mapper()
                                            .createObjectNode()
                                            .set(
                                                    "properties",
                                                    Json.mapper()
                                                            .createObjectNode()
                                                            .set("pet", part)));

            assertThat(shared.accepts(Json.parse("{\"pet\": {\"name\": null}}"))).isTrue();
            assertThat(shared.accepts(Json.parse("{\"pet\": {\"name\": \"a\", \"age\": 0}}")))
                    .isFalse();
        }

        @Test
        void thatIsBrokenAcceptsNothingAndSaysWhy() {
            Schema broken = pets().compose(Json.parse("{\"$ref\": \"#/nowhere\"}"));

            assertThat(broken.isUnknown()).isFalse();
            assertThat(broken.accepts(Json.parse("1"))).isFalse();
            assertThat(broken.errors(Json.parse("1")))
                    .singleElement()
                    .asString()
                    .contains("refers to #/nowhere, which is not there");
        }
    }

    @Test
    void whatIsWrongWithUsedSchemasCanBeAskedFor() {
        SchemaDocument document = pets();
        document.compose(Json.parse("{\"$ref\": \"#/components/schemas/Broken\"}"));
        document.compose(Json.parse("{\"$ref\": \"#/components/schemas/Lost\"}"));

        assertThat(document.check())
                .extracting(SchemaException::pointer)
                .containsExactlyInAnyOrder(
                        "/components/schemas/Broken/type", "/components/schemas/Lost/$ref");
        assertThat(document.check()).isEmpty();
    }

    @Test
    void aSchemaLeavesItsDocumentWithAllItRefersToInTheWordsOf2020() {
        JsonNode json =
                pets().compose(Json.parse("{\"$ref\": \"#/components/schemas/Pet\"}")).toJson();

        assertThat(json)
                .isEqualTo(
                        Json.parse(
                                """
                                {"$ref": "#/$defs/Pet", "$defs": {"Pet": {
                                  "type": "object", "required": ["name"], "properties": {
                                    "name": {"type": ["string", "null"]},
                                    "friend": {"$ref": "#/$defs/Pet"},
                                    "age": {"type": "integer", "exclusiveMinimum": 0}}}}}
                                """));
        assertThat(Schema.of(json).accepts(Json.parse("{\"name\": null}"))).isTrue();
    }

    @Test
    void aSchemaWithoutADocumentStaysAsItWasParsed() {
        JsonNode json = Json.parse("{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": true}}");

        assertThat(Schema.of(json).toJson()).isEqualTo(json);
    }

    @Test
    void relativeReferencesStartFromWhereTheDocumentWasFound() {
        SchemaOptions options =
                SchemaOptions.defaults()
                        .withResolver(
                                uri ->
                                        uri.equals(URI.create("https://pets.example/v1/cat.json"))
                                                ? Optional.of(Json.parse("{\"const\": \"cat\"}"))
                                                : Optional.empty());
        SchemaDocument document =
                SchemaDocument.of(
                        Json.parse("{\"a\": {\"$ref\": \"cat.json\"}}"),
                        URI.create("https://pets.example/v1/api.json"),
                        options);

        assertThat(document.at("#/a").accepts(Json.parse("\"cat\""))).isTrue();
        assertThatThrownBy(() -> document.at("dog.json")).isInstanceOf(SchemaException.class);
    }

    @Test
    void openApi31KeepsWhatDescriptionsKeepFrom30() {
        SchemaOptions options = SchemaOptions.defaults().withDialect(Dialect.OPENAPI_3_1);
        Schema schema =
                Schema.of(
                        Json.parse(
                                """
                                {"type": "number", "nullable": true, "minimum": 0,
                                 "exclusiveMinimum": true}
                                """),
                        options);

        assertThat(schema.accepts(Json.parse("0"))).isFalse();
        assertThat(schema.accepts(Json.parse("0.1"))).isTrue();
        assertThat(schema.accepts(Json.parse("null"))).isTrue();
        assertThat(
                        Schema.of(Json.parse("{\"exclusiveMinimum\": 0}"), options)
                                .accepts(Json.parse("0")))
                .isFalse();
    }
}
