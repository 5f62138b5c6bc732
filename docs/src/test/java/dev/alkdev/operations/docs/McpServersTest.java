package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.mcp.McpSources;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.NodePackages;
import dev.alkdev.operations.testkit.ProcessOutcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The snippets of {@code docs/guide/mcp.md} on using MCP servers. */
class McpServersTest {
    private static final String EVERYTHING = "@modelcontextprotocol/server-everything";

    @TempDir private Path folder;

    private static NodePackages packages() {
        return NodePackages.of(EVERYTHING + "@2026.8.31");
    }

    private static List<String> command() {
        NodePackages packages = packages();
        return List.of(
                packages.node().toString(),
                packages.file(EVERYTHING + "/dist/index.js").toString());
    }

    private static McpServerOptions installed() {
        return McpServerOptions.command(command().get(0), command().get(1)).build();
    }

    /** Runs where {@code npx} finds the package, and does not fetch it. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            OperationRegistry registry = OperationRegistry.create();
            // snippet: mcp-source
            McpServerOptions config =
                    McpServerOptions.command("npx", "-y", "@modelcontextprotocol/server-everything")
                            .build();
            try (McpSource everything = McpSource.of("everything", config)) {
                everything.start(registry);
                ResponseEnvelope<JsonNode> sum =
                        registry.execute("everything.get-sum", Map.of("a", 2, "b", 40));
                System.out.println(sum.data().path(0).path("text").asString());
            }
            // end
        }
    }

    @Test
    void someonesServerInAFewLines() {
        ProcessBuilder program =
                packages()
                        .process(folder)
                        .command(
                                System.getProperty("java.home") + "/bin/java",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                Program.class.getName());

        ProcessOutcome outcome = ProcessOutcome.of(program, Duration.ofMinutes(1));

        assertThat(outcome.output()).isEqualTo("The sum of 2 and 40 is 42.\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void aServerWithoutARegistry() {
        McpServerOptions config = installed();
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
