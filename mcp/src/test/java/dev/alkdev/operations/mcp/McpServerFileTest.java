package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

class McpServerFileTest {
    @TempDir private Path folder;

    private McpServerFile.Servers read(String text) throws IOException {
        Path file = Files.createDirectories(folder.resolve(".vscode")).resolve("mcp.json");
        return McpServerFile.read(
                Files.writeString(file, text), Map.of("TOKEN", "t0", "EMPTY", "")::get);
    }

    @Test
    void theFormOfMostClients() throws IOException {
        McpServerFile.Servers servers =
                read(
                        """
                        {"mcpServers": {
                          "files": {"command": "npx", "args": ["-y", "server", "/data"],
                                    "env": {"KEY": "${TOKEN}", "N": 3}, "alwaysAllow": ["x"]},
                          "off": {"command": "x", "disabled": true},
                          "web": {"type": "http", "url": "https://a.example/mcp",
                                  "headers": {"Authorization": "Bearer ${env:TOKEN}"}},
                          "old": {"type": "sse", "url": "${URL:-https://b.example/sse}"}
                        }}
                        """);

        assertThat(servers.rejected()).isEmpty();
        assertThat(servers.usable().keySet()).containsExactly("files", "old", "web");
        assertThat(server(servers, "files").target)
                .isEqualTo(
                        new McpTarget.Command(
                                "npx",
                                List.of("-y", "server", "/data"),
                                Map.of("KEY", "t0", "N", "3"),
                                null));
        McpTarget.Web web = (McpTarget.Web) server(servers, "web").target;
        assertThat(web.headers()).isEqualTo(Map.of("Authorization", "Bearer t0"));
        McpTarget.Web old = (McpTarget.Web) server(servers, "old").target;
        assertThat(old.uri()).hasToString("https://b.example/sse");
        assertThat(old.oldSse()).isTrue();
    }

    private static McpServerOptions server(McpServerFile.Servers servers, String name) {
        return Objects.requireNonNull(servers.usable().get(name));
    }

    @Test
    void theFormWithServersAndComments() throws IOException {
        Files.createDirectories(folder.resolve(".vscode"));
        Files.writeString(
                folder.resolve(".vscode/dev.env"),
                "# what it needs\nexport A=\"x y\"\nB = z # more\nC='#'\n\n");
        McpServerFile.Servers servers =
                read(
                        """
                        {
                          // what we use
                          "servers": {
                            "files": {"type": "stdio", "command": "run", "cwd": "${workspaceFolder}/x",
                                      "envFile": "${workspaceFolder}/.vscode/dev.env",
                                      "env": {"B": "own"}},
                          },
                        }
                        """);

        McpTarget.Command command = (McpTarget.Command) server(servers, "files").target;
        assertThat(command.cwd()).isEqualTo(folder.resolve("x"));
        assertThat(command.env()).isEqualTo(Map.of("A", "x y", "B", "own", "C", "#"));
    }

    @Test
    void excludedToolsAreNotTaken() throws IOException {
        McpServerFile.Servers servers =
                read(
                        """
                        {"mcpServers": {
                          "a": {"command": "x", "disabledTools": ["wipe"]},
                          "b": {"command": "x", "includeTools": ["get*"], "excludeTools": ["get2"]},
                          "c": {"command": "x", "includeTools": []}}}
                        """);

        assertThat(server(servers, "a").tools.filter()).accepts("get").rejects("wipe");
        assertThat(server(servers, "b").tools.filter()).accepts("get").rejects("wipe", "get2");
        assertThat(server(servers, "c").tools.filter()).rejects("get", "wipe");
    }

    @Test
    void patternsFitToolsWithAnyCharacters() throws IOException {
        McpServerFile.Servers servers =
                read(
                        """
                        {"servers": {
                          "a": {"command": "x", "excludeTools": ["files/*", "db:drop", "a*z"]},
                          "b": {"command": "x", "includeTools": ["*"]}}}
                        """);

        assertThat(server(servers, "a").tools.filter())
                .accepts("files", "db:read")
                .rejects("files/wipe", "files/all/wipe", "db:drop", "a/b/z");
        assertThat(server(servers, "b").tools.filter()).accepts("files/wipe", "db:drop");
    }

    @Test
    void nothingIsGivenTwice() {
        assertThatThrownBy(
                        () ->
                                read(
                                        """
                                        {"servers": {"a": {"command": "x",
                                          "excludeTools": ["wipe"], "excludeTools": []}}}
                                        """))
                .hasMessageContaining("excludeTools");
        assertThatThrownBy(
                        () ->
                                read(
                                        """
                                        {"mcpServers": {"a": {"command": "x", "disabled": true}},
                                         "servers": {"a": {"command": "x"}}}
                                        """))
                .hasMessageContaining("the server 'a' is given twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"url\": \"${input:key}\"",
                "\"command\": \"${NO}\"",
                "\"command\": \"x\", \"scopes\": [\"admin\"]",
                "\"command\": \"x\", \"disabledTool\": [\"wipe\"]",
                "\"command\": \"x\", \"disabledTools\": \"wipe\"",
                "\"command\": \"x\", \"envFile\": \"missing\"",
                "\"command\": \"x\", \"timeout\": \"soon\"",
                "\"args\": []"
            })
    void aWrongServerIsRejectedAlone(String wrong) throws IOException {
        McpServerFile.Servers servers =
                read("{\"servers\": {\"a\": {%s}, \"b\": {\"command\": \"y\"}}}".formatted(wrong));

        assertThat(servers.rejected().keySet()).containsExactly("a");
        assertThat(servers.usable().keySet()).containsExactly("b");
    }

    @Test
    void aRejectedServerHasFailed() throws IOException {
        Path file = Files.writeString(folder.resolve("mcp.json"), "{\"servers\": {\"a\": {}}}");
        try (McpSources servers = McpSources.load(file)) {
            assertThat(Objects.requireNonNull(servers.statuses().get("a")).lastError())
                    .contains("either a command or a url");
            assertThatThrownBy(() -> servers.client("a"))
                    .hasMessageContaining("is not used: there should be either");
            assertThat(servers.findClient("other")).isEmpty();
        }
    }

    @Test
    void aFileWithoutServersIsRejected() {
        assertThatThrownBy(() -> read("{}")).hasMessageContaining("mcpServers");
        assertThatThrownBy(() -> read("{")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> read("{\"servers\": {}, \"permissions\": {\"deny\": [\"x\"]}}"))
                .hasMessageContaining("'permissions' restricts");
    }

    @Test
    void oneDeadServerDoesNotHurtTheOthers() throws IOException {
        Path record = folder.resolve("received");
        Map<String, McpServerOptions> configs =
                Map.of(
                        "odd", OddServers.config(record).build(),
                        "dead", McpServerOptions.command("/no/such/command").build());
        try (McpSources servers = McpSources.of(configs)) {
            assertThat(
                            OddServers.text(
                                    servers.client("odd").callTool("json", OddServers.nothing())))
                    .isEqualTo("{\"a\": 1}");
            assertThat(servers.operations()).isNotEmpty();
            assertThat(servers.statuses().get("dead").lastError()).contains("cannot be started");
            assertThatThrownBy(() -> servers.client("dead")).hasMessageContaining("not available");
        }
    }
}
