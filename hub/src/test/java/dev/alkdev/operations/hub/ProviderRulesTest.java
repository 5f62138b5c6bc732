package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.config.ConfigException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ProviderRulesTest {
    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("hub.yaml"), text);
    }

    @Test
    void aProviderThatIsNotThereIsAProblemOfTheConfig() throws IOException {
        Path file = file("sources:\n  - {name: a, type: provider, provider: nowhere}\n");

        assertThatThrownBy(() -> HubCheck.of(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(
                        file + ":2:41: there is no provider nowhere on the class path; there are");
        assertThat(HubConfig.read(file).sources()).hasSize(1);
    }

    @Test
    void aProviderThatIsNotThereIsReportedBesideOtherProblems() throws IOException {
        Path file =
                file("sources:\n  - {name: a, type: provider, provider: nowhere}\nnonsense: 1\n");

        assertThatThrownBy(() -> HubCheck.of(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(":2:41: there is no provider nowhere on the class path")
                .hasMessageContaining(":3:1: unknown key 'nonsense'");
    }

    @Test
    void optionsThatAProviderRefusesAreAProblemOfTheConfig() throws IOException {
        Path file =
                file(
                        "sources:\n"
                                + "  - {name: a, type: provider, provider: test, options: {broken:"
                                + " true}}\n");

        assertThatThrownBy(() -> HubCheck.of(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ":2:56: the provider test: broken should not be true");
    }

    @Test
    void whatIsRightIsRead() throws IOException {
        Path file = file(HubFixtures.TEST_SOURCE);

        assertThat(HubCheck.of(file).config()).isEqualTo(HubConfig.read(file));
    }
}
