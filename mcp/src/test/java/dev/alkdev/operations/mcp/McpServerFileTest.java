package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class McpServerFileTest {
    @TempDir private Path folder;

    private Map<String, McpServerFile.Server> read(String text) throws IOException {
        Path file = Files.createDirectories(folder.resolve(".vscode")).resolve("mcp.json");
        return McpServerFile.read(
                Files.writeString(file, text), Map.of("TOKEN", "t0", "EMPTY", "")::get);
    }

    @Test
    void theFormOfMostClients() throws IOException {
        Map<String, McpServerFile.Server> servers =
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

        assertThat(servers.keySet()).containsExactly("files", "web", "old");
        McpServerFile.Server files = servers.get("files");
        assertThat(files.command()).isEqualTo("npx");
        assertThat(files.args()).isEqualTo(List.of("-y", "server", "/data"));
        assertThat(files.env()).isEqualTo(Map.of("KEY", "t0", "N", "3"));
        assertThat(servers.get("web").headers()).containsEntry("Authorization", "Bearer t0");
        assertThat(servers.get("old").url()).isEqualTo("https://b.example/sse");
        assertThat(servers.get("old").oldSse()).isTrue();
    }

    @Test
    void theFormWithServersAndComments() throws IOException {
        Map<String, McpServerFile.Server> servers =
                read(
                        """
                        {
                          // what we use
                          "servers": {
                            "files": {"type": "stdio", "command": "run", "cwd": "${workspaceFolder}/x"},
                          },
                        }
                        """);

        assertThat(servers.get("files").cwd()).isEqualTo(folder.resolve("x").toString());
    }

    @Test
    void whatIsWrongIsSaidWithItsPlace() {
        assertThatThrownBy(() -> read("{\"servers\": {\"a\": {\"url\": \"${input:key}\"}}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the server 'a'")
                .hasMessageContaining("use ${env:NAME}");
        assertThatThrownBy(() -> read("{\"mcpServers\": {\"a\": {\"command\": \"${NO}\"}}}"))
                .hasMessageContaining("the environment has no NO");
        assertThatThrownBy(() -> read("{\"mcpServers\": {\"a\": {}}}"))
                .hasMessageContaining("either a command or a url");
        assertThatThrownBy(() -> read("{}")).hasMessageContaining("mcpServers");
        assertThatThrownBy(() -> read("{")).isInstanceOf(IllegalArgumentException.class);
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
