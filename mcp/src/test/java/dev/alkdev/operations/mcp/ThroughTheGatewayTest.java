package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Comparator;
import java.util.List;

/** The reference server looks the same through our client and our server as without them. */
class ThroughTheGatewayTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final McpDirectory directory = new McpDirectory();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private McpSource source;

    @BeforeEach
    void start() throws Exception {
        source = McpSource.of("everything", EverythingServer.command().build(), directory);
        source.start(registry);
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder servlet =
                new ServletHolder(McpGateway.over(registry).directory(directory).build().servlet());
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, "/mcp/*");
        server.setHandler(context);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        source.close();
        server.stop();
    }

    private McpClient connect(McpEra era) {
        String url = "http://127.0.0.1:" + connector.getLocalPort() + "/mcp/everything";
        return McpClient.connect(McpServerOptions.url(url).era(era).build());
    }

    @ParameterizedTest
    @EnumSource(
            value = McpEra.class,
            names = {"LEGACY", "MODERN"})
    void listsAndResultsAreEqual(McpEra era) throws Exception {
        JsonNode golden = EverythingServer.golden();
        try (McpClient direct = McpClient.connect(EverythingServer.command().build());
                McpClient through = connect(era)) {
            // A tool that can only be called as a task is hidden.
            List<JsonNode> tools =
                    byName(
                            golden.path("tools")
                                    .valueStream()
                                    .filter(
                                            tool ->
                                                    !tool.at("/execution/taskSupport")
                                                            .asString("")
                                                            .equals("required"))
                                    .toList());
            assertThat(byName(through.listTools()))
                    .containsAll(tools)
                    // A source passes questions on, so that the server has tools that ask: with
                    // a form, with a URL, and the client's model.
                    .hasSize(tools.size() + 3);
            assertThat(byName(through.listPrompts())).isEqualTo(byName(direct.listPrompts()));
            assertThat(byName(through.listResources())).isEqualTo(byName(direct.listResources()));
            assertThat(byName(through.listResourceTemplates()))
                    .isEqualTo(byName(direct.listResourceTemplates()));
            for (JsonNode call : golden.path("calls")) {
                check(call, through);
            }
        }
    }

    private static void check(JsonNode call, McpClient client) {
        String name = call.path("name").asString();
        boolean isListed =
                client.listTools().stream()
                        .anyMatch(tool -> tool.path("name").asString().equals(name));
        if (!isListed) {
            return;
        }
        ObjectNode result = (ObjectNode) client.callTool(name, call.path("arguments")).deepCopy();
        // Only since 2026-07-28.
        result.remove("resultType");
        // Wrong arguments included: the server judges them.
        EverythingServer.assertSame(result, call.path("result"), call.toString());
    }

    private static List<JsonNode> byName(List<JsonNode> list) {
        return list.stream()
                .sorted(Comparator.comparing(entry -> entry.path("name").asString()))
                .toList();
    }
}
