package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CompactDocumentTest {
    private static JsonNode tree(String text) {
        return DocumentText.of(text).parse();
    }

    @Test
    void aTreeIsEqualToTheOneThatJacksonMakes() {
        String text =
                """
                {"text": "a", "more": "a", "int": 7, "long": 12345678901234, "real": 1.50,
                 "big": 123456789012345678901234567890, "yes": true, "no": false, "nil": null,
                 "list": [1, [], {}, ["a", {"b": "c"}]], "object": {"x": {"y": {"z": {"w": 1}}}}}
                """;
        JsonNode tree = tree(text);

        assertThat(tree).isEqualTo(Json.parse(text));
        assertThat(Json.parse(text)).isEqualTo(tree);
        assertThat(tree.hashCode()).isEqualTo(Json.parse(text).hashCode());
        assertThat(tree.toString()).isEqualTo(Json.parse(text).toString());
        ObjectNode copy = tree.deepCopy().asObject();
        assertThat(copy.put("new", 1).remove("text")).isEqualTo(Json.parse("\"a\""));
    }

    @Test
    void anObjectOfManyMembersIsOneLikeAnyOther() {
        ObjectNode many = Json.mapper().createObjectNode();
        for (int i = 0; i < 500; i++) {
            many.put("name" + i, i);
        }

        assertThat(tree(many.toString())).isEqualTo(many);
        assertThat(tree(many.toString()).toString()).isEqualTo(many.toString());
    }

    @Test
    void whatIsTheSameDeepInsideIsOneNodeAndWhatHasANameIsNot() {
        JsonNode tree =
                tree(
                        """
                        {"components": {"schemas": {
                          "A": {"properties": {"x": {"type": "string", "minLength": 1}}},
                          "B": {"properties": {"x": {"type": "string", "minLength": 1}}},
                          "C": {"properties": {"x": {"minLength": 1, "type": "string"}}}}}}
                        """);
        JsonNode schemas = tree.path("components").path("schemas");

        assertThat(schemas.path("A")).isNotSameAs(schemas.path("B")).isEqualTo(schemas.path("B"));
        assertThat(schemas.at("/A/properties/x")).isSameAs(schemas.at("/B/properties/x"));
        assertThat(schemas.at("/C/properties/x").toString())
                .isEqualTo("{\"minLength\":1,\"type\":\"string\"}");
    }

    @Test
    void charactersOfSeveralBytesAreReadWhereverTheyAre() {
        for (int i = 0; i < 5; i++) {
            String text = "{\"" + "x".repeat(i) + "\": \"" + "aé漢😀".repeat(5_000) + "\"}";

            assertThat(tree(text)).isEqualTo(Json.mapper().readTree(text));
        }
    }

    @Test
    void halfACharacterStaysWhatItIs() {
        String text = "{\"a\": \"\uD800\"}";

        assertThat(tree(text)).isEqualTo(Json.mapper().readTree(text));
    }

    @Test
    void theTreesOfRealDocumentsAreEqualToThoseOfJackson() throws IOException {
        Path folder = VectorFolder.path("openapi");
        for (String name : List.of("stripe-2022-04.json", "slack-web-20.json")) {
            Path document = folder.resolve(name);
            String text = Files.readString(document);

            assertThat(tree(text).equals(Json.mapper().readTree(text)))
                    .as(document.toString())
                    .isTrue();
        }
    }
}
