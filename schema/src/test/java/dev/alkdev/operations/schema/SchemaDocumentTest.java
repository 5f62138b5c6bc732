package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

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
    void whatWasComposedAndDroppedIsForgotten() throws Exception {
        SchemaDocument document = pets();
        JsonNode large = Json.mapper().valueToTree(new byte[20_000]);
        List<WeakReference<Schema>> composed = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            Schema schema =
                    document.compose(
                            Json.mapper().createObjectNode().set("const", large.deepCopy()));
            assertThat(schema.accepts(large)).isTrue();
            composed.add(new WeakReference<>(schema));
        }
        System.gc();
        assertThat(composed).anyMatch(schema -> schema.get() == null);
        assertThat(document.check()).isEmpty();
    }

    @Test
    void nobodyWaitsForADocumentThatSomebodyElseFetches() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        SchemaOptions options =
                SchemaOptions.defaults()
                        .withResolver(
                                uri -> {
                                    asked.countDown();
                                    awaitQuietly(mayAnswer);
                                    return Optional.of(Json.parse("{\"const\": 1}"));
                                });
        SchemaDocument document =
                SchemaDocument.of(
                        Json.parse(
                                """
                                {"slow": {"$ref": "http://far.example/s"}, "quick": {"const": 2}}
                                """),
                        options);
        CompletableFuture<Boolean> slow =
                CompletableFuture.supplyAsync(() -> document.at("#/slow").accepts(Json.parse("1")));
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(document.at("#/quick").accepts(Json.parse("2"))).isTrue());
        mayAnswer.countDown();
        assertThat(slow.get(30, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aDocumentThatWasAwayIsAskedForAgain() {
        AtomicInteger asked = new AtomicInteger();
        SchemaOptions options =
                SchemaOptions.defaults()
                        .withResolver(
                                uri ->
                                        asked.incrementAndGet() == 1
                                                ? Optional.empty()
                                                : Optional.of(Json.parse("{\"const\": 1}")));
        Schema schema =
                SchemaDocument.of(Json.parse("{}"), options)
                        .compose(Json.parse("{\"$ref\": \"http://far.example/s\"}"));
        assertThat(schema.accepts(Json.parse("1"))).isFalse();
        assertThat(schema.accepts(Json.parse("1"))).isTrue();
        assertThat(asked).hasValue(2);
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
