package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small documents that once cost much. */
@Timeout(60)
class HostileDocumentTest {
    private static final HttpServiceOptions CONFIG = HttpServiceOptions.of("api");

    /** A body of the last of many schemas, each made of the one before. */
    private static ObjectNode chain(int length, String link) {
        ObjectNode document =
                TestApi.document(
                        "post",
                        "/p",
                        """
                        {"requestBody": {"required": true, "content": {"application/json": {
                           "schema": {"$ref": "#/components/schemas/A%1$d"}}}},
                         "responses": {"200": {"description": "", "content": {"application/json": {
                           "schema": {"$ref": "#/components/schemas/A%1$d"}}}}}}
                        """
                                .formatted(length));
        ObjectNode schemas =
                document.withObjectProperty("components").withObjectProperty("schemas");
        schemas.set("A0", Json.parse("{\"type\": \"object\", \"properties\": {\"a\": {}}}"));
        for (int i = 1; i <= length; i++) {
            schemas.set(
                    "A" + i, Json.parse(link.replace("$$", "#/components/schemas/A" + (i - 1))));
        }
        return document;
    }

    @Test
    void schemasThatDoubleWithEachLevelAreLookedAtOnce() {
        ObjectNode document = chain(29, "{\"allOf\": [{\"$ref\": \"$$\"}, {\"$ref\": \"$$\"}]}");

        ImportedApi api = OpenApi.from(document.toString(), CONFIG);

        assertThat(api.operations().getFirst().spec().inputSchema().toJson().at("/properties/a"))
                .isEqualTo(Json.parse("{}"));
    }

    @Test
    void aLongChainOfReferencesIsFollowedOnReload(@TempDir Path folder) throws IOException {
        String link = "{\"properties\": {\"next\": {\"$ref\": \"$$\"}}}";
        String document = chain(6_000, link).toString();
        Path file = Files.writeString(folder.resolve("api.json"), document);
        try (OpenApiSource source = OpenApiSource.of(DocumentSource.file(file), CONFIG)) {
            OperationRegistry registry = OperationRegistry.create();
            source.start(registry);
            Files.writeString(file, document + " ");
            assertThat(source.reload()).isEqualTo(ApiChanges.none());

            Files.writeString(file, document.replace("\"a\":{}", "\"b\":{}"));
            assertThat(source.reload().changed()).containsExactly("api.op");
            assertThat(registry.spec("api.op").toJson().path("inputSchema").path("$defs"))
                    .hasSizeGreaterThan(5_000);
        }
        assertThat(OpenApi.inspect(DocumentSource.text(document)).problems()).isEmpty();
    }

    @Nested
    class AnAlias {
        @Test
        void mayBeUsedAsOftenAsOneLikes() {
            StringBuilder text =
                    new StringBuilder(
                            """
                            openapi: 3.1.0
                            info: {title: T, version: "1"}
                            servers: [{url: "http://127.0.0.1:1"}]
                            x-shared: &p [{name: q, in: query, schema: {type: integer}}]
                            paths:
                            """);
            for (int i = 0; i < 500; i++) {
                text.append("  /p")
                        .append(i)
                        .append(":\n    get: {parameters: *p, responses: {}}\n");
            }

            ImportedApi api = OpenApi.from(text.toString(), CONFIG);

            assertThat(api.operations()).hasSize(500);
            assertThat(api.operations().getLast().spec().inputSchema().toJson().at("/properties/q"))
                    .isEqualTo(Json.parse("{\"type\": \"integer\"}"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"[%s, %s]", "{a: %s, b: %s}", "{<<: %s, b: %s}"})
        void ofAliasesMayNotStandForMoreThanAnybodyCanWalkThrough(String level) {
            StringBuilder text = new StringBuilder("l0: &l0 {x: 1}\n");
            for (int i = 1; i <= 30; i++) {
                String before = "*l" + (i - 1) + " ";
                text.append("l%d: &l%d ".formatted(i, i))
                        .append(level.formatted(before, before))
                        .append('\n');
            }

            assertThatThrownBy(() -> YamlTree.parse(text.toString()))
                    .isInstanceOf(DocumentException.class)
                    .hasMessage("the aliases of the YAML expand to more than 1000000 values");
        }

        @Test
        void mayNotMultiplyBigMapsByMerging() {
            StringBuilder text = new StringBuilder("big: &big {");
            for (int i = 0; i < 2_000; i++) {
                text.append('k').append(i).append(": 1, ");
            }
            text.append("}\nall:\n");
            for (int i = 0; i < 2_000; i++) {
                text.append("  - {<<: *big, own: 1}\n");
            }

            assertThatThrownBy(() -> YamlTree.parse(text.toString()))
                    .isInstanceOf(DocumentException.class)
                    .hasMessageContaining("aliases");
        }

        @Test
        void mayNotStandInsideItsOwnValue() {
            assertThatThrownBy(() -> YamlTree.parse("a: &a [*a, *a]"))
                    .hasMessage("the YAML alias *a refers to itself");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"/p\": {}, \"/q\": {}, \"/p\": {}}", "{\"a\": {\"b\": 1, \"b\": 2}}"})
    void aNameTwiceInOneObjectMakesJsonUnreadable(String paths) {
        assertThatThrownBy(
                        () ->
                                OpenApi.from(
                                        "{\"openapi\": \"3.1.0\",\n \"paths\": " + paths + "}",
                                        CONFIG))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining("is there twice in one object, which ends at line 2, column");
    }

    @Test
    void tooManyOperationsAreRefusedByNameOfTheLimitButInspected() {
        HttpServiceOptions small =
                HttpServiceOptions.builder("api")
                        .imports(ImportOptions.builder().maxOperations(1).build())
                        .build();
        ObjectNode document = TestApi.document("get", "/p", "{}");
        JsonNode item = document.at("/paths/~1p");
        document.withObjectProperty("paths").set("/q", item);

        assertThatThrownBy(() -> OpenApi.from(document.toString(), small))
                .isInstanceOf(DocumentException.class)
                .hasMessage(
                        "the document has 2 operations, more than the 1 of maxOperations; raise it,"
                                + " or import fewer by a filter");
        assertThat(OpenApi.inspect(DocumentSource.text(document.toString()), small).operations())
                .hasSize(2);
    }
}
