package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Patterns for tools whose names have characters that ids do not have. */
class ToolPatternsTest {
    private static final List<String> TOOLS =
            List.of("echo", "files/wipe", "files/all/wipe", "db:drop", "x y");

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", ToolPatternsTest::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
            if (!request.has("id")) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            ObjectNode response = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
            response.set("id", request.get("id"));
            switch (request.path("method").asString()) {
                case "initialize" ->
                        response.set(
                                "result",
                                Json.parse(
                                        """
                                        {"protocolVersion": "2025-06-18",
                                         "capabilities": {"tools": {}},
                                         "serverInfo": {"name": "x", "version": "1"}}
                                        """));
                case "tools/list" -> response.putObject("result").set("tools", tools());
                default -> response.putObject("error").put("code", -32601).put("message", "no");
            }
            byte[] body = Json.write(response);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static JsonNode tools() {
        var tools = JsonNodeFactory.instance.arrayNode();
        for (String name : TOOLS) {
            tools.addObject().put("name", name).putObject("inputSchema").put("type", "object");
        }
        return tools;
    }

    private Hub hub(String rules) {
        return HubFixtures.started(
                "mcpServers:\n  m: {url: \"http://127.0.0.1:%d/mcp\", %s}\n"
                        .formatted(server.getAddress().getPort(), rules));
    }

    /** The tools of the source, and the scopes they need. */
    private Map<String, List<String>> tools(String rules) {
        try (Hub hub = hub(rules)) {
            return hub.registry().list(OperationQuery.all()).operations().stream()
                    .filter(each -> each.namespace().equals("m"))
                    .collect(
                            Collectors.toMap(
                                    ToolPatternsTest::tool,
                                    each -> each.accessControl().requiredScopes()));
        }
    }

    private static String tool(OperationSpec spec) {
        return spec.meta().orElseThrow().path("dev.alkdev.operations/tool").path("name").asString();
    }

    @Test
    void scopesHoldForToolsWithAnyCharacters() {
        assertThat(tools("toolScopes: {\"*\": [admin]}"))
                .hasSameSizeAs(TOOLS)
                .allSatisfy((tool, scopes) -> assertThat(scopes).as(tool).containsExactly("admin"));
        assertThat(tools("toolScopes: {\"files/*\": [f], \"db:*\": [d], \"x ?\": [x]}"))
                .isEqualTo(
                        Map.of(
                                "echo", List.of(),
                                "files/wipe", List.of("f"),
                                "files/all/wipe", List.of("f"),
                                "db:drop", List.of("d"),
                                "x y", List.of("x")));
    }

    @Test
    void filtersMatchTheNamesOfToolsAtTheirServer() {
        for (String rules :
                List.of(
                        "excludeTools: [\"files/*\", \"db:*\", \"x y\"]",
                        "filters: {exclude: [\"files/*\", \"db:drop\", \"x?y\"]}",
                        "includeTools: [echo]",
                        "filters: {include: [\"e*\"]}")) {
            assertThat(tools(rules).keySet()).as(rules).isEqualTo(Set.of("echo"));
        }
        assertThat(tools("includeTools: [\"db:*\", \"files/wipe\"]").keySet())
                .isEqualTo(Set.of("db:drop", "files/wipe"));
    }

    @Test
    void patternsWithoutAToolAreReported() {
        try (Hub hub = hub("toolScopes: {\"WIPE\": [admin], \"files/*\": [admin]}")) {
            assertThat(hub.sources().getFirst().status().lastError())
                    .contains("no tool fits the pattern WIPE of toolScopes")
                    .doesNotContain("files");
        }
    }
}
