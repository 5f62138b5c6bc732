package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.testkit.TestKeys;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The examples of the reference are configs that a hub reads. */
class HubConfigDocsTest {
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");

    @TempDir static Path folder;

    @BeforeAll
    static void writeWhatTheExamplesName() throws Exception {
        Files.writeString(folder.resolve("petstore.json"), "{}");
        Files.writeString(folder.resolve("warehouse-token"), "op_token\n");
        TestKeys.make(folder, "hub", "EC");
        Files.copy(folder.resolve("hub.pem"), folder.resolve("internal-ca.pem"));
    }

    static List<String> examples() throws IOException {
        String text = Files.readString(Path.of("../docs/reference/hub-config.md"));
        return YAML.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static HubConfig read(String example) throws IOException {
        Path file = Files.writeString(folder.resolve("hub.yaml"), example);
        Map<String, String> environment =
                Map.of(
                        "PETSTORE_TOKEN", "t",
                        "PETSTORE_KEY", "k",
                        "WAREHOUSE_TOKEN", "w");
        return HubConfig.parse(Files.readString(file), folder, environment::get);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void areRead(String example) throws IOException {
        assertThat(read(example).drain()).hasSeconds(10);
    }

    @Test
    void areMany() throws IOException {
        assertThat(examples()).hasSize(14);
    }

    @Test
    void meanWhatTheTextSays() throws IOException {
        HubConfig first = read(examples().get(1));
        assertThat(first.sources())
                .extracting(SourceConfig::kind)
                .containsExactly("openapi", "peer");
        assertThat(((PeerSourceConfig) first.sources().get(1)).token())
                .isEqualTo(new Secret("op_token"));
        HubConfig expanded = read(examples().get(2));
        assertThat(expanded.listen().port()).isEqualTo(7700);
        assertThat(expanded.title()).isEqualTo("Costs ${5}");
    }
}
