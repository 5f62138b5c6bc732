package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigProblem;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

class ProviderOptionsTest {
    @TempDir private Path folder;

    /** A provider with keys. */
    public static final class Declared implements SourceProvider {
        @Override
        public String name() {
            return "declared";
        }

        @Override
        public Optional<Set<String>> optionKeys() {
            return Optional.of(Set.of("readOnly", "answer"));
        }

        @Override
        public OperationSource create(String namespace, JsonNode options) {
            return new TestProvider().create(namespace, options);
        }
    }

    /** A provider that takes no options. */
    public static final class Plain implements SourceProvider {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public Optional<Set<String>> optionKeys() {
            return Optional.of(Set.of());
        }

        @Override
        public OperationSource create(String namespace, JsonNode options) {
            return new TestProvider().create(namespace, options);
        }
    }

    /** A provider whose keys cannot be read. */
    public static final class Failing implements SourceProvider {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public Optional<Set<String>> optionKeys() {
            throw new IllegalStateException("no licence");
        }

        @Override
        public OperationSource create(String namespace, JsonNode options) {
            return new TestProvider().create(namespace, options);
        }
    }

    @BeforeEach
    void packProviders() throws IOException {
        Path jar = Files.createDirectories(folder.resolve("plugins")).resolve("providers.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + SourceProvider.class.getName()));
            String names =
                    String.join(
                            "\n",
                            Declared.class.getName(),
                            Plain.class.getName(),
                            Failing.class.getName());
            out.write(names.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
    }

    private Path file(String provider, String options) throws IOException {
        return Files.writeString(
                folder.resolve("hub.yaml"),
                """
                listen: 127.0.0.1:0
                sources:
                  - name: a
                    type: provider
                    provider: %s
                    options: %s
                """
                        .formatted(provider, options));
    }

    private static List<String> warnings(Path file) {
        return HubCheck.of(file).warnings().stream().map(ConfigProblem::toString).toList();
    }

    @Test
    void aMisspelledKeyIsAProblemAtItsPlaceWithAndWithoutACheck() throws IOException {
        Path file = file("declared", "{answer: 1, redOnly: true}");

        String message = file + ":6:26: unknown key 'redOnly'; did you mean 'readOnly'?";
        assertThatThrownBy(() -> HubConfig.read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> HubCheck.of(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    @Test
    void allUnknownKeysAreReportedWithTheExistingOnes() throws IOException {
        Path file = file("declared", "{colour: red, size: 1}");

        assertThatThrownBy(() -> HubConfig.read(file))
                .hasMessageContaining(
                        ":6:15: unknown key 'colour'; known here are answer, readOnly")
                .hasMessageContaining(":6:28: unknown key 'size'; known here are answer, readOnly");
    }

    @Test
    void aProviderWithoutOptionsRejectsEveryKey() throws IOException {
        Path file = file("plain", "{colour: red}");

        assertThatThrownBy(() -> HubConfig.read(file))
                .hasMessage(file + ":6:15: unknown key 'colour'; no keys are allowed here");
    }

    @Test
    void declaredKeysPassWithoutWarning() throws IOException {
        assertThat(warnings(file("declared", "{answer: '1', readOnly: true}"))).isEmpty();
    }

    @Test
    void theCheckWarnsOfOptionsWhoseProviderDeclaresNoKeys() throws IOException {
        Path file = file("test", "{answer: '1'}");

        assertThat(warnings(file))
                .containsExactly(
                        file
                                + ":6:5: the provider test does not declare the keys of its"
                                + " options, so a misspelled key may be ignored");
        assertThat(warnings(file("test", "{}"))).isEmpty();
    }

    @Test
    void keysThatCannotBeReadFailTheCheckAndTheSourceButNotTheHub() throws IOException {
        Path file = file("failing", "{answer: '1'}");

        assertThatThrownBy(() -> HubCheck.of(file))
                .hasMessage(
                        file + ":6:14: the provider failing: IllegalStateException: no licence");
        try (Hub hub = HubFixtures.started(HubConfig.read(file))) {
            assertThat(hub.sources().getFirst().status().lastError())
                    .isEqualTo("failed unexpectedly with IllegalStateException, see the log");
        }
    }

    @Test
    void aSourceOfAConfigWithoutAFileFailsAtAMisspelledKey() throws IOException {
        HubConfig config = HubConfig.read(file("declared", "{}"));
        ProviderSourceConfig source =
                ConfigRecords.with(
                        (ProviderSourceConfig) config.sources().getFirst(),
                        Map.of("options", Json.parse("{\"redOnly\": true}")));

        try (Hub hub = HubFixtures.started(config.withSources(List.of(source)))) {
            assertThat(hub.sources().getFirst().status().lastError())
                    .isEqualTo("options: unknown key 'redOnly'; did you mean 'readOnly'?");
            assertThat(hub.sources().getFirst().status().operations()).isZero();
        }
    }
}
