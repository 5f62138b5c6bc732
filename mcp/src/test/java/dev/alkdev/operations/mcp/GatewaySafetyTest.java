package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.CorsOptions;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** What is refused before it is read. */
@ExtendWith(LeakCheck.class)
class GatewaySafetyTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final McpTestServer server =
            McpTestServer.serving(
                    McpGateway.over(registry)
                            .limits(LimitOptions.defaults().withMaxBodyBytes(2_000))
                            .cors(CorsOptions.of("https://app.example")));

    @AfterEach
    void stop() {
        server.close();
    }

    @BeforeEach
    void add() {
        registry.register(
                OperationSpec.query("tasks.get").describedAs("Gets").build(),
                (input, context) -> "task");
    }

    @Test
    void pagesOfOtherOriginsAreRefused() {
        McpTestServer.Reply reply =
                server.modern("tools/list", "{}", "Origin", "https://evil.example");
        assertThat(reply.status()).isEqualTo(403);
        McpTestServer.Reply allowed =
                server.modern("tools/list", "{}", "Origin", "https://app.example");
        assertThat(allowed.status()).isEqualTo(200);
        assertThat(
                        allowed.response()
                                .headers()
                                .firstValue("Access-Control-Expose-Headers")
                                .orElse(""))
                .contains("Mcp-Session-Id");
    }

    @Test
    void aPreflightAllowsTheHeadersOfMcp() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/mcp"))
                        .header("Origin", "https://app.example")
                        .header("Access-Control-Request-Method", "POST")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .build();
        HttpResponse<Void> response = server.client().send(request, BodyHandlers.discarding());
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("Access-Control-Allow-Headers").orElse(""))
                .contains("Mcp-Session-Id")
                .contains("MCP-Protocol-Version");
        assertThat(response.headers().firstValue("Access-Control-Allow-Methods"))
                .hasValue("GET, POST, DELETE");
    }

    @Test
    void aForeignNameOfTheLoopbackIsRefused() throws Exception {
        assertThat(status("evil.example")).isEqualTo("HTTP/1.1 403 Forbidden");
        assertThat(status("localhost")).isEqualTo("HTTP/1.1 200 OK");
    }

    private String status(String host) throws IOException {
        String body = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";
        try (Socket socket = new Socket("127.0.0.1", server.uri("/").getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(
                            ("POST /mcp HTTP/1.1\r\nHost: "
                                            + host
                                            + "\r\n"
                                            + "Content-Type: application/json\r\n"
                                            + "Connection: close\r\n"
                                            + "Content-Length: "
                                            + body.length()
                                            + "\r\n\r\n"
                                            + body)
                                    .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return answer.substring(0, answer.indexOf('\r'));
        }
    }

    @Test
    void aBodyThatIsTooLargeOrNoJsonIsRefused() throws Exception {
        String large = "{\"name\": \"" + "x".repeat(3_000) + "\"}";
        assertThat(server.modern("tools/call", large).status()).isEqualTo(413);
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/mcp"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{no"))
                        .build();
        HttpResponse<String> response = server.client().send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("-32700");
    }

    @Test
    void otherMethodsAreNotAllowed() throws Exception {
        HttpRequest put =
                HttpRequest.newBuilder(server.uri("/mcp"))
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build();
        assertThat(server.client().send(put, BodyHandlers.discarding()).statusCode())
                .isEqualTo(405);
        HttpRequest get =
                HttpRequest.newBuilder(server.uri("/mcp"))
                        .header("Accept", "text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .build();
        assertThat(server.client().send(get, BodyHandlers.discarding()).statusCode())
                .isEqualTo(405);
    }
}
