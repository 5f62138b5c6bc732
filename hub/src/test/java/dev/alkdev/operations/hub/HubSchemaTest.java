package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

class HubSchemaTest {
    private static final Path REFERENCE = Path.of("../docs/reference");
    private static final JsonNode JSON = HubSchema.instance().json();

    /** What {@link SchemaProblems} knows how to explain, and what explains nothing. */
    private static final Set<String> KNOWN_KEYWORDS =
            Set.of(
                    "$schema",
                    "$ref",
                    "$defs",
                    "title",
                    "description",
                    "default",
                    "examples",
                    "writeOnly",
                    "type",
                    "properties",
                    "patternProperties",
                    "additionalProperties",
                    "required",
                    "propertyNames",
                    "items",
                    "uniqueItems",
                    "enum",
                    "const",
                    "pattern",
                    "minLength",
                    "minimum",
                    "maximum",
                    "exclusiveMinimum",
                    "minProperties",
                    "maxProperties",
                    "allOf",
                    "if",
                    "then");

    @TempDir Path folder;

    @Test
    void isTheFileOfTheReference() throws IOException {
        assertThat(Json.parse(Files.readString(REFERENCE.resolve("hub.schema.json"))))
                .isEqualTo(JSON);
    }

    @Test
    void fitsItsOwnMetaSchema() {
        Schema meta = Schema.parse("{\"$ref\": \"https://json-schema.org/draft/2020-12/schema\"}");
        assertThat(meta.errors(JSON)).isEmpty();
    }

    @Test
    void usesOnlyKeywordsThatAreExplained() {
        Set<String> used = new TreeSet<>();
        schemas(JSON, new ArrayList<>()).forEach(schema -> used.addAll(schema.propertyNames()));
        assertThat(KNOWN_KEYWORDS).containsAll(used);
    }

    /** All schemas within a schema, itself included. */
    private static List<JsonNode> schemas(JsonNode schema, List<JsonNode> found) {
        if (!schema.isObject()) {
            return found;
        }
        found.add(schema);
        for (String map : List.of("properties", "patternProperties", "$defs")) {
            schema.path(map).forEach(each -> schemas(each, found));
        }
        for (String one : List.of("items", "additionalProperties", "propertyNames", "if", "then")) {
            schemas(schema.path(one), found);
        }
        schema.path("allOf").forEach(each -> schemas(each, found));
        return found;
    }

    @Test
    void describesEveryKey() {
        List<String> silent = new ArrayList<>();
        for (JsonNode schema : schemas(JSON, new ArrayList<>())) {
            for (Map.Entry<String, JsonNode> key : schema.path("properties").properties()) {
                boolean constant = key.getValue().has("const") || key.getValue().isBoolean();
                if (!constant && !key.getValue().has("description")) {
                    silent.add(key.getKey());
                }
            }
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void hasExamplesThatItAccepts() {
        JsonNode defs = JSON.get("$defs");
        for (JsonNode schema : schemas(JSON, new ArrayList<>())) {
            for (JsonNode example : schema.path("examples")) {
                ObjectNode alone = (ObjectNode) schema.deepCopy();
                alone.set("$defs", defs);
                assertThat(Schema.of(alone).errors(example)).as("%s", example).isEmpty();
            }
        }
    }

    @Test
    void hasTheDefaultsOfTheRecords() {
        JsonNode filled =
                Schema.of(JSON)
                        .normalize(
                                Json.parse(
                                        """
                                        {"listen": {}, "limits": {"timeouts": {}}, "audit": {}}
                                        """));
        assertThat(filled.size()).isGreaterThan(8);
        assertThat(ConfigText.in(folder).parse(filled.toString())).isEqualTo(HubConfig.defaults());
    }

    @Test
    void hasTheDefaultsOfEngineAndSources() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
        String text =
                """
                {"engine": {"url": "redis://cache"},
                 "sources": [
                    {"name": "a", "type": "openapi", "document": "petstore.json"},
                    {"name": "b", "type": "peer", "url": "ws://b/link", "trust": {}},
                    {"name": "c", "type": "provider", "provider": "tasks"}]}
                """;
        JsonNode filled = Schema.of(JSON).normalize(Json.parse(text));
        assertThat(filled).isNotEqualTo(Json.parse(text));
        assertThat(ConfigText.in(folder).parse(filled.toString()))
                .isEqualTo(ConfigText.in(folder).parse(text));
    }

    @Test
    void isToldKeyByKeyInTheReference() throws IOException {
        String reference = Files.readString(REFERENCE.resolve("hub-config.md"));
        Set<String> untold = new TreeSet<>();
        for (JsonNode schema : schemas(JSON, new ArrayList<>())) {
            for (String key : schema.path("properties").propertyNames()) {
                if (!reference.contains("| `" + key + "` |")) {
                    untold.add(key);
                }
            }
        }
        assertThat(untold).isEmpty();
    }
}
