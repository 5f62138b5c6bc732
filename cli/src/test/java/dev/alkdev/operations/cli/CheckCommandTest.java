package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.hub.TokenStore;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class CheckCommandTest {
    @TempDir Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("hub.yaml"), text);
    }

    @Test
    void theDefaultConfigIsValid() throws IOException {
        Path file = file(HubFile.defaultText());
        TestConsole console = new TestConsole();

        assertThat(console.run("check", file.toString())).isEqualTo(ExitCode.OK);

        assertThat(console.out()).isEqualTo(file + " is valid: 3 sources, 0 tokens\n");
    }

    @Test
    void problemsAreToldWithTheirPlace() throws IOException {
        Path file = file("name: mine\nsoruces: []\n");
        TestConsole console = new TestConsole();

        assertThat(console.run("check", file.toString())).isEqualTo(ExitCode.INVALID);

        assertThat(console.lines()).hasSize(1);
        assertThat(console.out()).startsWith(file + ":2:1: ").contains("sources");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void jsonHasEachProblemInParts() throws IOException {
        Path file = file("name: mine\nsoruces: []\n");
        TestConsole console = new TestConsole();

        assertThat(console.run("check", file.toString(), "--json")).isEqualTo(ExitCode.INVALID);

        assertThat(console.json().get("valid").asBoolean()).isFalse();
        assertThat(console.json().at("/problems/0/line").asInt()).isEqualTo(2);
        assertThat(console.json().at("/problems/0/column").asInt()).isEqualTo(1);
        assertThat(console.json().at("/problems/0/pointer").asString()).isEqualTo("/soruces");
    }

    @Test
    void warningsLeaveTheConfigValid() throws IOException {
        Path file =
                file(
                        """
                        mcpServers:
                          files: {command: x, scopes: [files], alwaysAllow: [y]}
                        """);
        TestConsole console = new TestConsole();

        assertThat(console.run("check", file.toString())).isEqualTo(ExitCode.OK);

        assertThat(console.lines()).hasSize(3);
        assertThat(console.lines().get(0))
                .startsWith("warning: " + file + ":2:3: ignored: alwaysAllow");
        assertThat(console.lines().get(1))
                .startsWith("warning: " + file + ":2:23: no caller can have these scopes");
        assertThat(console.lines().get(2)).endsWith(" is valid: 1 source, 0 tokens");
    }

    @Test
    void everyWrongServerOfAnotherClientsFileIsAProblem() throws IOException {
        Files.writeString(
                folder.resolve("mcp.json"),
                """
                {"mcpServers": {
                  "a": {"command": "x", "scope": ["admin"]},
                  "b": {"command": "x", "env": {"KEY": "${input:key}"}},
                  "c": {"command": "x"}}}
                """);
        Path file = file("mcpServers: mcp.json\n");
        TestConsole console = new TestConsole();

        assertThat(console.run("check", file.toString())).isEqualTo(ExitCode.INVALID);

        assertThat(console.lines())
                .satisfiesExactly(
                        a ->
                                assertThat(a)
                                        .isEqualTo(
                                                "mcp.json:2:25: unknown key 'scope'; did you mean"
                                                        + " 'scopes'?"),
                        b -> assertThat(b).startsWith("mcp.json:3:40: ${input:key} is a prompt"));
    }

    @Test
    void standardOutputHasASchemaOrNothing() throws IOException {
        Path file = file("sources: [");
        TestConsole console = new TestConsole();

        assertThat(console.run("check", "--schema", file.toString())).isEqualTo(ExitCode.INVALID);

        assertThat(console.out()).isEmpty();
        assertThat(console.err()).startsWith(file + ":1:11: ");
    }

    @Test
    void aMissingFileIsNotFound() {
        TestConsole console = new TestConsole();

        assertThat(console.run("check", folder.resolve("no.yaml").toString()))
                .isEqualTo(ExitCode.NOT_FOUND);

        assertThat(console.errLines().getFirst())
                .isEqualTo("FILE_NOT_FOUND: there is no file " + folder.resolve("no.yaml"));
    }

    @Test
    void otherCommandsTellOfAnInvalidConfigInTheSameWay() throws IOException {
        Path file = file("listen: here\n");
        TestConsole serve = new TestConsole();
        TestConsole list = new TestConsole();

        assertThat(serve.run("serve", file.toString())).isEqualTo(ExitCode.INVALID);
        assertThat(list.run("list", "--config", file.toString(), "--json"))
                .isEqualTo(ExitCode.INVALID);

        assertThat(serve.err()).startsWith(file + ":1:9: ");
        assertThat(list.errJson().at("/error/code").asString()).isEqualTo("CONFIG_INVALID");
        assertThat(list.errJson().at("/error/details/problems/0/column").asInt()).isEqualTo(9);
    }

    @Nested
    class ATokenThatIsMade {
        @Test
        void isAcceptedByTheConfigThatIsPrintedWithIt() {
            TestConsole console = new TestConsole();

            assertThat(
                            console.run(
                                    "token", "--id", "ann", "--scope", "a:read", "--scope", "b,c",
                                    "--json"))
                    .isEqualTo(ExitCode.OK);

            HubConfig config =
                    HubConfig.parse(
                            console.json().get("yaml").asString(), Path.of(""), name -> null);
            String token = console.json().get("token").asString();
            assertThat(TokenStore.of(config.tokens()).identify(token))
                    .hasValueSatisfying(
                            ann -> {
                                assertThat(ann.id()).isEqualTo("ann");
                                assertThat(ann.scopes())
                                        .containsExactlyInAnyOrder("a:read", "b", "c");
                            });
        }

        @Test
        void isShownOnceBesideTheLines() {
            TestConsole console = new TestConsole();

            console.run("token", "--id", "ann");

            assertThat(console.lines())
                    .contains(
                            "Token, to be handed to ann and kept secret:",
                            "Lines for the config of the hub:",
                            "  tokens:",
                            "    - id: ann");
            assertThat(console.lines().get(2)).startsWith("  op_");
        }

        @Test
        void needsToBelongToSomebody() {
            TestConsole console = new TestConsole();

            assertThat(console.run("token")).isEqualTo(ExitCode.USAGE);
            assertThat(console.errLines().getFirst())
                    .isEqualTo("operations: Missing required option: '--id=NAME'");
            assertThat(new TestConsole().run("token", "--id", " ")).isEqualTo(ExitCode.USAGE);
        }
    }
}
