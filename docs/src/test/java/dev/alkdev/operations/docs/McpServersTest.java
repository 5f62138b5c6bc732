package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerConfig;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.mcp.McpSources;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.NodePackages;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The snippets of {@code docs/guide/mcp.md} on using MCP servers. */
class McpServersTest {
    private static final String EVERYTHING = "@modelcontextprotocol/server-everything";

    @TempDir private Path folder;

    private static List<String> command() {
        NodePackages packages = NodePackages.of(EVERYTHING + "@2026.8.31");
        return List.of(
                packages.node().toString(),
                packages.file(EVERYTHING + "/dist/index.js").toString());
    }

    private static McpServerConfig installed() {
        return McpServerConfig.command(command().get(0), command().get(1)).build();
    }

    @Test
    void someonesServerInAFewLines() {
        OperationRegistry registry = OperationRegistry.create();
        // snippet: mcp-source
        McpServerConfig config =
                McpServerConfig.command("npx", "-y", "@modelcontextprotocol/server-everything")
                        .build();
        // pause
        config = installed();
        // resume
        try (McpSource everything = McpSource.of("everything", config)) {
            everything.start(registry);
            ResponseEnvelope<JsonNode> sum =
                    registry.execute("everything.get-sum", Map.of("a", 2, "b", 40));
            System.out.println(sum.data().path(0).path("text").asString());
            // pause
            assertThat(sum.data().path(0).path("text").asString()).contains("42");
            // resume
        }
        // end
    }

    @Test
    void aServerWithoutARegistry() {
        McpServerConfig config = installed();
        // snippet: mcp-client
        try (McpClient client = McpClient.connect(config)) {
            JsonNode result = client.callTool("echo", Json.parse("{\"message\": \"hello\"}"));
            System.out.println(result.path("content").path(0).path("text").asString());
            // pause
            assertThat(result.path("content").path(0).path("text").asString())
                    .isEqualTo("Echo: hello");
            // resume
        }
        // end
    }

    @Test
    void allServersOfAFile() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        String json =
                "{\"mcpServers\": {\"everything\": {\"command\": \"%s\", \"args\": [\"%s\"]}}}"
                        .formatted(command().get(0), command().get(1));
        Path file = Files.writeString(folder.resolve("mcp.json"), json);
        // snippet: mcp-sources
        try (McpSources servers = McpSources.load(file)) {
            servers.publishTo(registry);
            System.out.println(servers.client("everything").listTools().size() + " tools");
            // pause
            assertThat(registry.isCallable("everything.echo")).isTrue();
            // resume
        }
        // end
    }
}
