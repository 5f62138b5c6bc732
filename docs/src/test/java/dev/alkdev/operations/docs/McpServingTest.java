package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.mcp.McpCaller;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.schema.Json;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** The snippets of the second half of {@code docs/guide/mcp.md}. */
class McpServingTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final JsonNode confirmation = Json.parse("{\"type\": \"object\", \"properties\": {}}");

    private Server started(int port) throws Exception {
        Server server = new Server(port);
        ServletContextHandler context = new ServletContextHandler();
        // snippet: mcp-serve
        McpGateway gateway =
                McpGateway.over(registry)
                        .info("billing", "1.0")
                        .instructions("Amounts are in cents.")
                        .build();
        context.addServlet(new ServletHolder(gateway.servlet()), "/mcp/*");
        // end
        server.setHandler(context);
        server.start();
        return server;
    }

    @Test
    void anOperationThatAsksIsServed() throws Exception {
        // snippet: mcp-ask
        registry.register(
                OperationSpec.mutation("files.delete").describedAs("Deletes a file").build(),
                (input, context) -> {
                    McpCaller caller = McpCaller.of(context);
                    JsonNode answer = caller.elicit("Really delete it?", confirmation);
                    if (!answer.path("action").asString().equals("accept")) {
                        return "kept";
                    }
                    caller.log("notice", "files", StringNode.valueOf("deleted"));
                    context.progress(1, 1.0, "deleted");
                    return "deleted";
                });
        // end
        Server server = started(0);
        try (HttpClient client = HttpClient.newHttpClient()) {
            int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp"))
                            .header("Content-Type", "application/json")
                            .header("MCP-Protocol-Version", "2026-07-28")
                            .header("Mcp-Method", "tools/call")
                            .header("Mcp-Name", "files_delete")
                            .POST(BodyPublishers.ofString(call()))
                            .build();
            JsonNode answer = Json.parse(client.send(request, BodyHandlers.ofString()).body());
            JsonNode asked = answer.path("result").path("inputRequests").path("elicitation/create");
            assertThat(asked.path("params").path("message").asString())
                    .isEqualTo("Really delete it?");
        } finally {
            server.stop();
        }
    }

    private static String call() {
        return """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "files_delete",
         "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                   "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}}}
        """;
    }
}
