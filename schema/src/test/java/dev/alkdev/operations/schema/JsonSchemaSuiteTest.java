package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The official test suite of JSON Schema. */
class JsonSchemaSuiteTest {
    private static final String SUITE = "json-schema-test-suite";
    private static final String REMOTES = "http://localhost:1234/";

    /** Optional files that test assertions we make only on request. */
    private static final Set<String> ASSERTING = Set.of("content.json");

    @ParameterizedTest
    @CsvSource({"draft2020-12,DRAFT_2020_12", "draft7,DRAFT_7"})
    void everyRequiredTestPasses(String draft, Dialect dialect) {
        Path folder = VectorFolder.path(SUITE + "/tests/" + draft);
        List<String> failures = new ArrayList<>();
        int total = 0;
        for (Path file : VectorFolder.jsonFiles(folder)) {
            if (!folder.relativize(file).startsWith("optional")) {
                total += run(file, options(dialect), failures);
            }
        }
        VectorFolder.print(SUITE + "/" + draft + " required", total - failures.size(), total);
        assertThat(failures).isEmpty();
        assertThat(total).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"draft2020-12,DRAFT_2020_12", "draft7,DRAFT_7"})
    void everyOptionalTestThatIsNoFormatAssertionPasses(String draft, Dialect dialect) {
        Path folder = VectorFolder.path(SUITE + "/tests/" + draft + "/optional");
        List<String> failures = new ArrayList<>();
        int total = 0;
        for (Path file : VectorFolder.jsonFiles(folder)) {
            if (!folder.relativize(file).startsWith("format")) {
                SchemaOptions options = options(dialect);
                boolean asserting = ASSERTING.contains(file.getFileName().toString());
                total += run(file, asserting ? options.withFormatAssertion() : options, failures);
            }
        }
        VectorFolder.print(SUITE + "/" + draft + " optional", total - failures.size(), total);
        assertThat(failures).isEmpty();
        assertThat(total).isPositive();
    }

    @Test
    void everyErrorListAgreesWithTheVerdict() {
        Path folder = VectorFolder.path(SUITE + "/tests/draft2020-12");
        List<String> disagreements = new ArrayList<>();
        for (Path file : VectorFolder.jsonFiles(folder)) {
            for (JsonNode group : VectorFolder.read(file)) {
                Schema schema = Schema.of(group.get("schema"), options(Dialect.DRAFT_2020_12));
                for (JsonNode test : group.get("tests")) {
                    JsonNode data = test.get("data");
                    if (schema.accepts(data) != schema.errors(data).isEmpty()) {
                        disagreements.add(name(file, group, test));
                    }
                }
            }
        }
        assertThat(disagreements).isEmpty();
    }

    private static int run(Path file, SchemaOptions options, List<String> failures) {
        int count = 0;
        for (JsonNode group : VectorFolder.read(file)) {
            for (JsonNode test : group.get("tests")) {
                count++;
                boolean expected = test.get("valid").booleanValue();
                try {
                    Schema schema = Schema.of(group.get("schema"), options);
                    if (schema.accepts(test.get("data")) != expected) {
                        failures.add(name(file, group, test) + " must be " + expected);
                    }
                } catch (RuntimeException e) {
                    failures.add(name(file, group, test) + " threw " + e);
                }
            }
        }
        return count;
    }

    private static String name(Path file, JsonNode group, JsonNode test) {
        return file.getFileName()
                + ": "
                + group.get("description").asString()
                + ": "
                + test.get("description").asString();
    }

    static SchemaOptions options(Dialect dialect) {
        return SchemaOptions.defaults()
                .withDialect(dialect)
                .withResolver(JsonSchemaSuiteTest::remote);
    }

    private static Optional<JsonNode> remote(URI uri) {
        if (!uri.toString().startsWith(REMOTES)) {
            return Optional.empty();
        }
        String name = uri.toString().substring(REMOTES.length());
        return VectorFolder.find(SUITE + "/remotes/" + name)
                .filter(Files::isRegularFile)
                .map(VectorFolder::read);
    }
}
