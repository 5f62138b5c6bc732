package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

class DeclaredPropertiesTest {
    private static final JsonNode DOCUMENT =
            Json.parse(
                    """
                    {"components": {"schemas": {
                      "Named": {"type": "object", "required": ["id", "name"], "properties": {
                        "name": {"type": "string"}}},
                      "Pet": {"allOf": [
                        {"$ref": "#/components/schemas/Named"},
                        {"properties": {
                          "id": {"type": "integer", "readOnly": true},
                          "name": {"maxLength": 9}}}]},
                      "Closed": {"properties": {"a": {}}, "additionalProperties": false},
                      "Open": {"properties": {}}}}}
                    """);

    private static final SchemaDocument SCHEMAS =
            SchemaDocument.of(
                    DOCUMENT,
                    SchemaOptions.defaults()
                            .withDialect(Dialect.OPENAPI_3_0)
                            .withDirection(Direction.REQUEST));

    private static Optional<DeclaredProperties> of(String schema) {
        return DeclaredProperties.of(SCHEMAS.view(Json.parse(schema), ""));
    }

    @Test
    void areFoundThroughReferencesAndAllOfWithTheirPlaces() {
        DeclaredProperties pet =
                DeclaredProperties.of(SCHEMAS.view("#/components/schemas/Pet")).orElseThrow();

        assertThat(pet.schemas().keySet()).containsExactly("name", "id");
        assertThat(pet.schemas().get("name"))
                .extracting(SchemaPart::pointer)
                .containsExactly(
                        "/components/schemas/Named/properties/name",
                        "/components/schemas/Pet/allOf/1/properties/name");
    }

    @Test
    void areNotRequiredOfARequestIfAnotherPartSaysThatOnlyTheServerSetsThem() {
        DeclaredProperties pet =
                DeclaredProperties.of(SCHEMAS.view("#/components/schemas/Pet")).orElseThrow();

        assertThat(pet.required()).containsExactly("name");
        assertThat(SCHEMAS.view("#/components/schemas/Pet").required()).containsExactly("name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"nullable\": true, \"allOf\": [{\"$ref\": \"#/components/schemas/Named\"}]}",
                "{\"type\": \"object\", \"allOf\": [{\"$ref\": \"#/components/schemas/Named\"}],"
                        + " \"anyOf\": [{\"properties\": {\"branch\": {}}}, {}]}"
            })
    void areThoseOfNullableSchemasTooButNotThoseOfBranches(String schema) {
        assertThat(of(schema).orElseThrow().schemas().keySet()).containsExactly("name");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    {"properties": {"a": {}}, "additionalProperties": false}; true
                    {"properties": {"a": {}}, "additionalProperties": {}}; false
                    {"$ref": "#/components/schemas/Closed"}; true
                    {"allOf": [{"$ref": "#/components/schemas/Closed"}]}; false
                    """)
    void areAllThereAreIfTheSchemaItselfSaysSo(String schema, boolean closed) {
        assertThat(of(schema).orElseThrow().closed()).isEqualTo(closed);
    }

    @Test
    void areKnownOfEachBranch() {
        SchemaView view =
                SCHEMAS.view(
                        Json.parse(
                                """
                                {"properties": {"all": {}},
                                 "oneOf": [{"properties": {"a": {}}}, {"type": "string"}],
                                 "anyOf": [{"$ref": "#/components/schemas/Named"}]}
                                """),
                        "");

        assertThat(DeclaredProperties.ofBranches(view))
                .extracting(it -> String.join(" ", it.schemas().keySet()))
                .containsExactlyInAnyOrder("a", "name");
    }

    @Test
    void mayBeNone() {
        assertThat(of("{\"$ref\": \"#/components/schemas/Open\"}").orElseThrow().schemas())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\": \"object\"}",
                "{\"type\": \"string\", \"properties\": {\"a\": {}}}",
                "{\"oneOf\": [{\"$ref\": \"#/components/schemas/Named\"}]}"
            })
    void areNotThereIfASchemaIsNotForObjectsThatDeclareThem(String schema) {
        assertThat(of(schema)).isEmpty();
    }
}
