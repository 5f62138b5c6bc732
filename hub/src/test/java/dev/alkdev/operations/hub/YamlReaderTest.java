package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

class YamlReaderTest {
    @TempDir Path folder;

    private ConfigText config() {
        return ConfigText.in(folder);
    }

    @Test
    void followsAnchorsAndMergeKeys() {
        HubConfig config =
                config().parse(
                                """
                                x-defaults: &peer {type: peer, timeout: 5s, concurrency: 3}
                                sources:
                                  - {<<: *peer, name: a, url: "ws://a/link"}
                                  - {name: b, <<: [{timeout: 1s}, *peer], url: "ws://b/link", concurrency: 9}
                                """);
        assertThat(config.sources())
                .extracting(source -> source.rules().timeout())
                .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(1));
        assertThat(config.sources())
                .extracting(source -> source.rules().concurrency())
                .containsExactly(3, 9);
    }

    @Test
    void namesThePlaceOfTheAnchorForWhatIsMergedIn() {
        assertThat(
                        config().problems(
                                        """
                                        x-peer: &peer
                                          typo: 1
                                        sources:
                                          - <<: *peer
                                            name: a
                                            type: peer
                                            url: ws://a/link
                                        """))
                .containsExactly("hub.yaml:2:3: unknown key 'typo'; did you mean 'type'?");
    }

    @Test
    void readsOnlyCoreSchemaValues() {
        assertThat(config().parse("title: yes").title()).isEqualTo("yes");
        assertThat(config().parse("title: 2001-01-01").title()).isEqualTo("2001-01-01");
        assertThat(config().parse("drain: 0x10").drain()).hasSeconds(16);
        assertThat(config().parse("drain: 0o10").drain()).hasSeconds(8);
        assertThat(config().parse("drain: 1.5").drain()).hasMillis(1500);
        assertThat(config().parse("drain: 5_000_000s".replace("_", "")).drain())
                .hasSeconds(5_000_000);
        assertThat(config().parse("title: !!str 5").title()).isEqualTo("5");
    }

    @Test
    void countsColumnsInCharacters() {
        assertThat(config().problems("{title: 😀, drain: x}"))
                .containsExactly(
                        "hub.yaml:1:19: drain should be a duration, as in 10s, but is \"x\"");
    }

    @Test
    void readsTextWithAByteOrderMarkAndWindowsLines() {
        assertThat(config().problems("\uFEFFname: a\r\ndrain: x\r\n"))
                .containsExactly(
                        "hub.yaml:2:8: drain should be a duration, as in 10s, but is \"x\"");
    }

    @Test
    void refusesWhatIsNestedWithoutEnd() {
        assertThat(config().problems("[".repeat(50_000)))
                .containsExactly("hub.yaml:1:1: the config is nested too deeply");
        assertThat(config().problems("x-a: " + "[".repeat(100) + "]".repeat(100)))
                .containsExactly("hub.yaml:1:70: the config is nested more than 64 levels deep");
    }

    @Test
    void refusesControlCharactersWithTheirPlace() {
        assertThat(config().problems("name: a\ntitle: b\u0001c"))
                .containsExactly("hub.yaml:2:9: the character U+0001 is not allowed in YAML");
    }

    @Test
    void refusesOtherVersionsOfYaml() {
        assertThat(config().problems("%YAML 2.0\n---\nname: a\n"))
                .containsExactly("hub.yaml:1:1: this is not YAML 1.2");
    }

    @Test
    void refusesInAJsonFileWhatIsNotJson() throws IOException {
        Path file = Files.writeString(folder.resolve("hub.json"), "{\n  \"name\": a\n}");
        assertThatThrownBy(() -> HubConfig.read(file))
                .hasMessage(
                        file
                                + ":2:11: this is not JSON: a value is a text in double quotes, a"
                                + " number, true, false, null, a list or an object");
        Files.writeString(file, "{\"name\": \"a\"");
        assertThatThrownBy(() -> HubConfig.read(file))
                .hasMessage(file + ":1:13: this is not JSON: it ends before everything is closed");
    }

    @Test
    void repeatsNothingOfAFileThatCannotBeRead() throws IOException {
        Path file = folder.resolve("hub.json");
        for (String wrong :
                List.of(
                        "{\"token\": hunter2}",
                        "{\"token\": \"hunter2\nhunter2\"}",
                        "{\"token\": \"hunter2\" hunter2}",
                        "{\"token\": 1hunter2}",
                        "{hunter2: 1}",
                        "{\"token\": \"\\hunter2\"}")) {
            Files.writeString(file, wrong);
            assertThatThrownBy(() -> HubConfig.read(file))
                    .isInstanceOf(ConfigException.class)
                    .message()
                    .doesNotContain("hunter")
                    .startsWith(file + ":");
        }
        for (String wrong :
                List.of(
                        "token: *hunter2",
                        "token: !hunter2!x a",
                        "token: \"\\xhunter2\"",
                        "token: \"hunter2",
                        "token: @hunter2",
                        "token: [hunter2",
                        "%YAML hunter2\n---\n",
                        "%TAG !hunter2! a\n%TAG !hunter2! a\n---\na")) {
            assertThat(String.join(" ", config().problems(wrong)))
                    .isNotEmpty()
                    .doesNotContain("hunter");
        }
    }

    @Test
    void namesPlacesInJson() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("hub.json"),
                        """
                        {
                        \t"name": "a", "nmae": 1,
                        \t"limits": {"batch": 0},
                        \t"name": "b"
                        }
                        """);
        assertThatThrownBy(() -> HubConfig.read(file))
                .hasMessage(
                        """
                        %1$s:2:15: unknown key 'nmae'; did you mean 'name'?
                        %1$s:3:22: batch should be a number of calls, 1 or more, as in 100, but is 0
                        %1$s:4:2: the key 'name' stands here and in line 2\
                        """
                                .formatted(file));
    }
}
