package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.HttpSender;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;

/** The reference server answers through our client as it did when its answers were recorded. */
@ExtendWith(LeakCheck.class)
class EverythingTest {

    /** The client that everything shares starts a thread that stays. */
    @BeforeAll
    static void startTheSharedClient() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
        assertThatThrownBy(() -> HttpSender.shared().send(request)).isInstanceOf(IOException.class);
    }

    private static void assertGolden(McpClient client) throws Exception {
        JsonNode golden = EverythingServer.golden();
        assertThat(client.serverInfo().path("name")).isEqualTo(golden.at("/server/name"));
        assertThat(client.serverInfo().path("version")).isEqualTo(golden.at("/server/version"));
        assertThat(List.<JsonNode>copyOf(client.listTools()))
                .isEqualTo(golden.path("tools").valueStream().toList());
        for (JsonNode call : golden.path("calls")) {
            String name = call.path("name").asString();
            JsonNode result = client.callTool(name, call.path("arguments"));
            EverythingServer.assertSame(result, call.path("result"), call.toString());
        }
    }

    @Test
    void overStandardInputAndOutput() throws Exception {
        try (McpClient client = McpClient.connect(EverythingServer.command().build())) {
            assertGolden(client);
            assertThat(client.listResources()).isNotEmpty();
            assertThat(client.listResourceTemplates()).isNotEmpty();
            assertThat(client.listPrompts()).isNotEmpty();
            JsonNode prompt = client.getPrompt("simple-prompt", OddServers.nothing());
            assertThat(prompt.path("messages").size()).isPositive();
        }
    }

    @Test
    void overStreamableHttp() throws Exception {
        try (EverythingServer server = EverythingServer.start("streamableHttp");
                McpClient client = McpClient.connect(server.url("/mcp").build())) {
            assertGolden(client);
        }
    }

    @Test
    void overTheOlderTransport() throws Exception {
        try (EverythingServer server = EverythingServer.start("sse");
                McpClient client = McpClient.connect(server.url("/sse").build())) {
            assertGolden(client);
        }
    }

    @Test
    void itsToolsAreOperations(OperationRegistry registry) throws Exception {
        JsonNode golden = EverythingServer.golden();
        try (McpSource source = McpSource.of("everything", EverythingServer.command().build())) {
            source.start(registry);

            assertThat(source.status().lastError()).isNull();
            assertThat(source.status().leftOut())
                    .isEqualTo(
                            Map.of(
                                    "simulate-research-query",
                                    "it can only be called as a task, which is not supported"));
            assertThat(registry.spec("everything.echo").type()).isEqualTo(OperationType.QUERY);
            for (JsonNode call : golden.path("calls")) {
                String id = "everything." + call.path("name").asString();
                boolean valid =
                        registry.find(id).isPresent()
                                && registry.spec(id).inputSchema().accepts(call.path("arguments"));
                if (valid) {
                    ResponseEnvelope<JsonNode> envelope =
                            registry.execute(id, call.path("arguments"));
                    EverythingServer.assertSame(
                            result((McpMeta) envelope.meta()), call.path("result"), id);
                }
            }
            assertThat(registry.execute("everything.get-structured-content", location()).data())
                    .isEqualTo(
                            Json.parse(
                                    "{\"temperature\":33,\"conditions\":\"Cloudy\",\"humidity\":82}"));
        }
    }

    private static JsonNode location() {
        return JsonNodeFactory.instance.objectNode().put("location", "New York");
    }

    private static JsonNode result(McpMeta meta) {
        var result = JsonNodeFactory.instance.objectNode();
        var content = result.putArray("content");
        meta.content().forEach(block -> content.add(block.toJson()));
        if (meta.structuredContent() != null) {
            result.set("structuredContent", meta.structuredContent());
        }
        return meta.isError() ? result.put("isError", true) : result;
    }
}
