package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.openapi.DocumentSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Configs that are made by code, and read from files. */
class HubConfigFileTest {
    @TempDir Path folder;

    @BeforeEach
    void writeDocument() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
    }

    private HubConfig parse(String text) {
        return ConfigText.in(folder).parse(text);
    }

    @Nested
    class MadeByCode {
        @Test
        void changesSinglePartsOfAnotherConfig() {
            HubConfig config = parse("name: shop\ndrain: 1s\n");
            HubConfig moved = config.withListen(ListenConfig.parse("127.0.0.1:0"));
            assertThat(moved.listen().port()).isZero();
            assertThat(moved.withListen(config.listen())).isEqualTo(config);
        }

        @Test
        void isRefusedBeyondLoopbackWithoutTokens() {
            assertThatThrownBy(
                            () ->
                                    HubConfig.defaults()
                                            .withListen(ListenConfig.parse("0.0.0.0:7700")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("listening on 0.0.0.0 needs tokens; without, use 127.0.0.1");
        }

        @Test
        void isRefusedWithTwoSourcesOfOneName() {
            PeerSourceConfig peer =
                    StandardKinds.RECORDS.make(
                            PeerSourceConfig.class,
                            Map.of("name", "a", "url", URI.create("ws://a/link")));
            assertThatThrownBy(() -> HubConfig.defaults().withSources(List.of(peer, peer)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("two sources are called a");
        }
    }

    @Nested
    class ConfigFiles {
        @Test
        void thatAreAbsentAreAProblem() {
            Path absent = folder.resolve("absent.yaml");
            assertThatThrownBy(() -> HubConfig.read(absent))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(absent + ":1:1: there is no such file");
        }

        @Test
        void thatAreFoldersAreAProblem() {
            assertThatThrownBy(() -> HubConfig.read(folder))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(folder + ":1:1: this is a folder; name a file, as in hub.yaml");
        }

        @Test
        void thatAreNoTextAreAProblem() throws IOException {
            Path binary = Files.write(folder.resolve("hub.yaml"), new byte[] {(byte) 0xff, 0x41});
            assertThatThrownBy(() -> HubConfig.read(binary))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(binary + ":1:1: the file is not UTF-8 text");
        }

        @Test
        void thatAreHugeAreAProblem() throws IOException {
            Path huge =
                    Files.writeString(folder.resolve("hub.yaml"), "#".repeat(4 * 1024 * 1024 + 1));
            assertThatThrownBy(() -> HubConfig.read(huge))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageMatching(".*hub.yaml:1:1: the file is larger than [34] MiB");
        }

        @Test
        void nameTheFolderForRelativePaths() throws IOException {
            Path file =
                    Files.writeString(
                            folder.resolve("hub.yaml"),
                            "sources: [{name: p, type: openapi, document: petstore.json}]");
            OpenApiSourceConfig source =
                    (OpenApiSourceConfig) HubConfig.read(file).sources().getFirst();
            assertThat(source.document().source())
                    .isEqualTo(DocumentSource.file(folder.resolve("petstore.json")));
        }
    }
}
