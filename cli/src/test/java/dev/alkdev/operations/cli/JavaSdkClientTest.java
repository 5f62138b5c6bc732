package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;

/** The client of the MCP Java SDK against a hub. */
class JavaSdkClientTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Test
    void listsAndCalls() {
        try (ExampleHub hub = ExampleHub.start();
                McpSyncClient client =
                        McpClient.sync(
                                        HttpClientStreamableHttpTransport.builder(hub.uri())
                                                .endpoint("/mcp")
                                                .build())
                                .requestTimeout(LIMIT)
                                .initializationTimeout(LIMIT)
                                .build()) {
            assertThat(client.initialize().protocolVersion()).isEqualTo("2025-11-25");
            assertThat(client.listTools().tools())
                    .extracting(Tool::name)
                    .contains("tasks_add", "library_listBooks");

            CallToolResult added =
                    client.callTool(request("tasks_add", Map.of("title", "Buy milk")));
            assertThat(added.isError()).isNotEqualTo(true);
            assertThat(added.structuredContent().toString()).contains("Buy milk");

            CallToolResult wrong = client.callTool(request("tasks_add", Map.of()));
            assertThat(wrong.isError()).isTrue();
            client.closeGracefully();
        }
    }

    private static CallToolRequest request(String tool, Map<String, Object> arguments) {
        return CallToolRequest.builder(tool).arguments(arguments).build();
    }
}
