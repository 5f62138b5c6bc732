package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

class RepairedSchemaTest {
    private static RepairedSchema repaired(String schema) {
        return RepairedSchema.of(Json.parse(schema));
    }

    @Test
    void validSchemasStayAsTheyAre() {
        String schema = "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}";

        assertThat(repaired(schema).schema().json()).isEqualTo(Json.parse(schema));
        assertThat(repaired(schema).problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\": \"any\"}",
                "{\"type\": \"float\"}",
                "{\"type\": \"string\", \"pattern\": \"(?i)^[a-z]+$\"}",
                "{\"type\": \"string\", \"pattern\": \"^\\\\w+\\\\Z\"}",
                "{\"type\": \"string\", \"required\": true}",
                "{\"type\": \"number\", \"minimum\": 0, \"exclusiveMinimum\": true}",
                "{\"$ref\": \"#/definitions/Gone\"}",
                "{\"type\": \"string\", \"enum\": null}",
                "{\"type\": \"array\", \"items\": 5}",
                "{\"anyOf\": [5, {\"type\": \"string\"}]}",
                "{\"anyOf\": \"x\"}",
                "{\"properties\": {\"deep\": {\"type\": \"any\"}}}",
                "null",
                "7"
            })
    void otherPartsRemainChecked(String broken) {
        RepairedSchema repaired =
                repaired(
                        "{\"type\": \"object\", \"required\": [\"n\"], \"properties\": {\"n\":"
                                + " {\"type\": \"integer\"}, \"p\": "
                                + broken
                                + "}}");
        JsonNode published = repaired.schema().json();

        assertThat(repaired.problem()).isNotEmpty();
        assertThat(Schema.of(published).json()).isEqualTo(published);
        assertThat(repaired.schema().accepts(Json.parse("{\"n\": 1, \"p\": [\"x\", 1]}")))
                .as("%s", published)
                .isEqualTo(published.at("/properties/p/type").asString("array").equals("array"));
        assertThat(repaired.schema().accepts(Json.parse("{\"n\": \"x\"}"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "[]", "5"})
    void schemasThatAreNoObjectAcceptAnyObject(String schema) {
        RepairedSchema repaired = repaired(schema);

        assertThat(repaired.schema().json()).isEqualTo(Json.parse("{\"type\": \"object\"}"));
        assertThat(repaired.problem()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\": \"object\", \"properties\": null}",
                "{\"type\": \"object\", \"properties\": {}, \"required\": null}",
                "{\"type\": \"object\", \"properties\": {}, \"additionalProperties\": \"false\"}",
                "{\"type\": \"object\", \"$schema\": \"urn:unknown\"}",
                "{\"type\": \"nothing\"}"
            })
    void brokenRootsAreRepaired(String schema) {
        RepairedSchema repaired = repaired(schema);

        assertThat(repaired.schema().accepts(Json.parse("{\"a\": 1}"))).isTrue();
        assertThat(repaired.problem()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"not\": {\"properties\": {\"a\": {\"type\": \"any\"}}}}",
                "{\"not\": {\"type\": \"any\"}}",
                "{\"oneOf\": [{\"required\": null}, {\"type\": \"object\"}]}",
                "{\"if\": {\"type\": 5}, \"then\": {\"required\": [\"x\"]}}"
            })
    void invalidPartsNeverRejectMoreThanBefore(String schema) {
        RepairedSchema repaired = repaired(schema);

        assertThat(repaired.schema().accepts(Json.parse("{\"a\": 1}")))
                .as("%s", repaired.schema().json())
                .isTrue();
        assertThat(repaired.problem()).isNotEmpty();
    }
}
