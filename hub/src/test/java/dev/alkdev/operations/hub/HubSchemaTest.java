package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class HubSchemaTest {
    private static final Path REFERENCE = Path.of("../docs/reference");
    private static final JsonNode JSON = StandardKinds.RECORDS.schema(HubConfig.class);

    @TempDir Path folder;

    /** With {@code -Dconfig.write=true} the files are written instead of compared. */
    private static void isGenerated(Path file, String generated) throws IOException {
        if (Boolean.getBoolean("config.write")) {
            Files.writeString(file, generated);
        }
        assertThat(Files.readString(file))
                .as("run mvn test -pl hub -Dtest=HubSchemaTest -Dconfig.write=true")
                .isEqualTo(generated);
    }

    @Test
    void isTheFileOfTheReference() throws IOException {
        isGenerated(REFERENCE.resolve("hub.schema.json"), JSON.toPrettyString() + "\n");
    }

    @Test
    void isTheTablesOfTheReference() throws IOException {
        Path page = REFERENCE.resolve("hub-config.md");
        isGenerated(page, KeyTables.written(Files.readString(page)));
    }

    @Test
    void everyKindThatHasKeysHasATable() throws IOException {
        String page = Files.readString(REFERENCE.resolve("hub-config.md"));
        for (Class<? extends Record> kind : StandardKinds.KINDS) {
            if (kind.getRecordComponents().length > 0) {
                assertThat(page).contains("<!-- keys: " + kind.getSimpleName());
            }
        }
    }

    @Test
    void fitsItsOwnMetaSchema() {
        Schema meta = Schema.parse("{\"$ref\": \"https://json-schema.org/draft/2020-12/schema\"}");
        assertThat(meta.errors(JSON)).isEmpty();
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
        schema.path("anyOf").forEach(each -> schemas(each, found));
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
        for (JsonNode schema : schemas(JSON, new ArrayList<>())) {
            for (JsonNode example : schema.path("examples")) {
                assertThat(Schema.of(schema).errors(example)).as("%s", example).isEmpty();
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
}
