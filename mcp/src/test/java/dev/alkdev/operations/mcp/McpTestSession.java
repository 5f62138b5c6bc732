package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A session of a client of before 2026-07-28. */
final class McpTestSession {
    private final McpTestServer server;
    private final McpVersion version;
    private final String id;
    private final JsonNode initialized;
    private final String[] headers;

    private McpTestSession(
            McpTestServer server, McpVersion version, McpTestServer.Reply reply, String[] headers) {
        this.server = server;
        this.version = version;
        this.id = reply.response().headers().firstValue("Mcp-Session-Id").orElseThrow();
        this.initialized = reply.result();
        this.headers = headers;
    }

    static McpTestSession open(
            McpTestServer server, McpVersion version, String capabilities, String... headers) {
        ObjectNode body = server.body("initialize", "{\"clientInfo\": {\"name\": \"t\"}}");
        ObjectNode params = (ObjectNode) body.get("params");
        params.put("protocolVersion", version.text());
        params.set("capabilities", Json.parse(capabilities));
        McpTestServer.Reply reply = server.post("/mcp", body, headers);
        return new McpTestSession(server, version, reply, headers);
    }

    String id() {
        return id;
    }

    JsonNode initialized() {
        return initialized;
    }

    private String[] all() {
        List<String> all = new ArrayList<>(Arrays.asList(headers));
        all.addAll(List.of("Mcp-Session-Id", id));
        if (version.atLeast(McpVersion.V2025_06_18)) {
            all.addAll(List.of("MCP-Protocol-Version", version.text()));
        }
        return all.toArray(String[]::new);
    }

    McpTestServer.Reply send(String method, String params) {
        return post(server.body(method, params), message -> {});
    }

    McpTestServer.Reply post(JsonNode body, Consumer<JsonNode> seen) {
        return server.post("/mcp", body, seen, all());
    }

    /** Sends what has no answer. */
    void tell(JsonNode message) {
        assertThat(post(message, each -> {}).status()).isEqualTo(202);
    }

    int delete() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/mcp")).headers(all()).DELETE().build();
        return server.client().send(request, BodyHandlers.discarding()).statusCode();
    }

    /** What comes over a stream that was opened with GET, until it is closed. */
    record Stream(InputStream body, BlockingQueue<JsonNode> messages) implements AutoCloseable {
        JsonNode next() throws InterruptedException {
            JsonNode next = messages.poll(60, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    Stream listen() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/mcp"))
                        .header("Accept", "text/event-stream")
                        .headers(all())
                        .build();
        HttpResponse<InputStream> response =
                server.client().send(request, BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return stream(response.body(), version);
    }

    static Stream stream(InputStream body, McpVersion version) {
        BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                McpTestServer.events(body, messages::add);
                            } catch (IOException closed) {
                                assertThat(version).isNotNull();
                            }
                        });
        return new Stream(body, messages);
    }
}
