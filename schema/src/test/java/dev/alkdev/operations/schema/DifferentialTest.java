package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Our verdicts beside those of networknt's validator, an implementation we share nothing with. */
class DifferentialTest {
    private static final int SAMPLE = 25;
    private static final int ROUNDS = 20;
    private static final String BASE = "https://example.org/document.json";

    @Test
    void randomSchemasAreReadTheSameWay() {
        List<String> differences = new ArrayList<>();
        int accepted = 0;
        int total = 0;
        for (int seed = 0; seed < 4_000; seed++) {
            RandomJson random = new RandomJson(seed);
            JsonNode json = random.schema(3);
            Schema ours = Schema.of(json);
            com.networknt.schema.Schema theirs =
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(json);
            for (int i = 0; i < 10; i++) {
                JsonNode value = random.value(2);
                boolean verdict = ours.accepts(value);
                total++;
                accepted += verdict ? 1 : 0;
                if (verdict != theirs.validate(value, OutputFormat.BOOLEAN)) {
                    differences.add(json + " on " + value + " is " + verdict + " for us");
                }
                if (verdict != ours.errors(value).isEmpty()) {
                    differences.add(json + " explains " + value + " differently");
                }
            }
        }
        System.out.println("differential random: " + total + " values, " + accepted + " accepted");
        assertThat(differences).isEmpty();
        assertThat(accepted).isBetween(total / 10, total * 9 / 10);
    }

    @ParameterizedTest
    @CsvSource({
        "github-ghes-3.6-next-31.json, /components/schemas",
        "opencode-31.json, /components/schemas",
        "stripe-2022-04.json, /components/schemas",
        "spotify-30.yaml, /components/schemas",
        "kubernetes-core-v1.json, /components/schemas",
        "slack-web-20.json, /definitions"
    })
    void schemasOfRealDocumentsAreReadTheSameWay(String file, String pointer) throws IOException {
        JsonNode document = read(VectorFolder.path("openapi/" + file));
        boolean modern = document.path("openapi").asString("").startsWith("3.1");
        SchemaDocument ours =
                SchemaDocument.of(
                        document,
                        SchemaOptions.defaults()
                                .withDialect(modern ? Dialect.DRAFT_2020_12 : Dialect.OPENAPI_3_0));
        SchemaRegistry theirs =
                SchemaRegistry.withDialect(
                        modern ? Dialects.getDraft202012() : Dialects.getOpenApi30(),
                        builder -> builder.schemas(Map.of(BASE, document.toString())));
        Function<String, JsonNode> at = reference -> document.at(reference.substring(1));
        List<String> names = new ArrayList<>(document.at(pointer).propertyNames());
        List<String> differences = new ArrayList<>();
        int accepted = 0;
        // The peer compiles all that a schema refers to again for each one: take a sample.
        int step = Math.max(1, names.size() / SAMPLE);
        for (int i = 0; i < names.size(); i += step) {
            String place = "#" + pointer + "/" + Location.escape(names.get(i));
            Schema mine = ours.at(place);
            com.networknt.schema.Schema peer = theirs.getSchema(SchemaLocation.of(BASE + place));
            RandomJson random = new RandomJson(i);
            for (int round = 0; round < ROUNDS; round++) {
                JsonNode value = random.valueFor(mine.toJson(), at, 6);
                boolean verdict = mine.accepts(value);
                accepted += verdict ? 1 : 0;
                if (verdict
                                != peer.validate(
                                        value,
                                        OutputFormat.BOOLEAN,
                                        DifferentialTest::formatsDescribe)
                        && differences.size() < 10) {
                    differences.add(
                            place
                                    + " on "
                                    + value
                                    + ": we say "
                                    + mine.errors(value)
                                    + ", they say "
                                    + peer.validate(value, DifferentialTest::formatsDescribe));
                }
            }
        }
        System.out.printf(
                "differential %s: %d schemas, %d values each, %d accepted%n",
                file, (names.size() + step - 1) / step, ROUNDS, accepted);
        assertThat(differences).isEmpty();
        assertThat(accepted).isPositive();
    }

    private static void formatsDescribe(ExecutionContext context) {
        context.executionConfig(config -> config.formatAssertionsEnabled(false));
    }

    private static JsonNode read(Path file) throws IOException {
        if (file.toString().endsWith(".json")) {
            return Json.mapper().readTree(file);
        }
        LoadSettings settings =
                LoadSettings.builder()
                        .setSchema(new CoreSchema())
                        .setCodePointLimit(50_000_000)
                        .build();
        Object tree = new Load(settings).loadFromString(Files.readString(file));
        return Json.mapper().valueToTree(tree);
    }
}
