package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

class YamlReaderTest {
    @TempDir Path folder;

    private ShopText config() {
        return ShopText.in(folder);
    }

    @Test
    void followsAnchorsAndMergeKeys() {
        ShopConfig config =
                config().parse(
                                """
                                x-defaults: &shop {type: shop, timeout: 5s, url: "http://a"}
                                suppliers:
                                  - {<<: *shop, name: a}
                                  - {name: b, <<: [{timeout: 1s}, *shop], url: "http://b"}
                                """);
        assertThat(config.suppliers())
                .containsExactly(
                        new ShopConfig.Web("a", URI.create("http://a"), Duration.ofSeconds(5)),
                        new ShopConfig.Web("b", URI.create("http://b"), Duration.ofSeconds(1)));
    }

    @Test
    void namesThePlaceOfTheAnchorForWhatIsMergedIn() {
        assertThat(
                        config().problems(
                                        """
                                        x-shop: &shop
                                          typo: 1
                                        suppliers:
                                          - <<: *shop
                                            name: a
                                            type: shop
                                            url: http://a
                                        """))
                .containsExactly("shop.yaml:2:3: unknown key 'typo'; did you mean 'type'?");
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
                        "shop.yaml:1:19: drain should be a duration, as in 10s, but is \"x\"");
    }

    @Test
    void readsTextWithAByteOrderMarkAndWindowsLines() {
        assertThat(config().problems("\uFEFFname: a\r\ndrain: x\r\n"))
                .containsExactly(
                        "shop.yaml:2:8: drain should be a duration, as in 10s, but is \"x\"");
    }

    @Test
    void refusesWhatIsNestedWithoutEnd() {
        assertThat(config().problems("[".repeat(50_000)))
                .containsExactly("shop.yaml:1:1: the config is nested too deeply");
        assertThat(config().problems("x-a: " + "[".repeat(100) + "]".repeat(100)))
                .containsExactly("shop.yaml:1:70: the config is nested more than 64 levels deep");
    }

    @Test
    void refusesControlCharactersWithTheirPlace() {
        assertThat(config().problems("name: a\ntitle: b\u0001c"))
                .containsExactly("shop.yaml:2:9: the character U+0001 is not allowed in YAML");
    }

    @Test
    void refusesOtherVersionsOfYaml() {
        assertThat(config().problems("%YAML 2.0\n---\nname: a\n"))
                .containsExactly("shop.yaml:1:1: this is not YAML 1.2");
    }

    @Test
    void refusesInAJsonFileWhatIsNotJson() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.json"), "{\n  \"name\": a\n}");
        assertThatThrownBy(() -> config().read(file))
                .hasMessage(
                        file
                                + ":2:11: this is not JSON: a value is a text in double quotes, a"
                                + " number, true, false, null, a list or an object");
        Files.writeString(file, "{\"name\": \"a\"");
        assertThatThrownBy(() -> config().read(file))
                .hasMessage(file + ":1:13: this is not JSON: it ends before everything is closed");
    }

    @Test
    void repeatsNothingOfAFileThatCannotBeRead() throws IOException {
        Path file = folder.resolve("shop.json");
        for (String wrong :
                List.of(
                        "{\"token\": hunter2}",
                        "{\"token\": \"hunter2\nhunter2\"}",
                        "{\"token\": \"hunter2\" hunter2}",
                        "{\"token\": 1hunter2}",
                        "{hunter2: 1}",
                        "{\"token\": \"\\hunter2\"}")) {
            Files.writeString(file, wrong);
            assertThatThrownBy(() -> config().read(file))
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
                        folder.resolve("shop.json"),
                        """
                        {
                        \t"name": "a", "nmae": 1,
                        \t"limits": {"orders": 0},
                        \t"name": "b"
                        }
                        """);
        assertThatThrownBy(() -> config().read(file))
                .hasMessage(
                        """
                        %1$s:2:15: unknown key 'nmae'; did you mean 'name'?
                        %1$s:3:23: orders should be a number of orders, 1 or more, as in 100, but is 0
                        %1$s:4:2: duplicate key 'name', first in line 2\
                        """
                                .formatted(file));
    }
}
