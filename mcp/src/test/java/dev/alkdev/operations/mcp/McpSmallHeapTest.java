package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Registration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Hostile clients of a gateway with little memory: others are served meanwhile. */
@Tag("small-heap")
@Timeout(120)
class McpSmallHeapTest {
    private static final McpVersion V = McpVersion.V2025_11_25;

    /** As large as a client may make what is part of the id of its session. */
    private static final String CAPABILITIES =
            IntStream.range(0, 90)
                    .mapToObj(i -> "\"c%d\":{}".formatted(i))
                    .collect(Collectors.joining(",", "{", "}"));

    private final OperationRegistry registry =
            OperationRegistry.builder().byteBudget(ByteBudget.of(16 << 20)).build();
    private final McpDirectory directory = new McpDirectory();
    private McpTestServer server;

    @BeforeEach
    void start() {
        assertThat(Runtime.getRuntime().maxMemory()).as("the heap").isLessThan(128 << 20);
        registry.register(OperationSpec.query("test.ping").build(), (input, context) -> "pong");
        registry.register(OperationSpec.query("test.flood").build(), this::flood);
        directory.add("notes", AccessControl.none(), new Watched());
        server = McpTestServer.unrecorded(McpGateway.over(registry).directory(directory));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Any resource can be watched. */
    private static final class Watched implements McpCatalog {
        @Override
        public Registration watch(String uri, Runnable changed) {
            return () -> {};
        }
    }

    private Object flood(JsonNode input, OperationContext context) {
        for (int i = 0; i < 500; i++) {
            context.progress(i, null, "x".repeat(60_000));
        }
        return "flooded";
    }

    private void assertServes() {
        McpTestSession session = server.session(V, "{}");
        assertThat(session.send("tools/call", "{\"name\": \"test_ping\"}").result().toString())
                .contains("pong");
    }

    private Socket open(String session, String body, String length) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.uri("/").getPort());
        String head =
                "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Accept: application/json, text/event-stream\r\n"
                        + "Mcp-Session-Id: "
                        + session
                        + "\r\n"
                        + length
                        + "\r\n\r\n"
                        + body;
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void whoDoesNotReadItsStreamsLeavesRoomForOthers() throws Exception {
        List<Socket> deaf = new ArrayList<>();
        String body =
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\":"
                        + " {\"name\": \"test_flood\", \"_meta\": {\"progressToken\": 1}}}";
        for (int i = 0; i < 40; i++) {
            String session = server.session(V, "{}").id();
            deaf.add(open(session, body, "Content-Length: " + body.length()));
        }
        await().until(() -> registry.openCalls() == 40);
        for (int i = 0; i < 20; i++) {
            assertServes();
        }
        close(deaf);
        // The calls go on, and what they send is kept within the bounds.
        await().atMost(Duration.ofSeconds(60)).until(() -> registry.openCalls() == 0);
        assertServes();
    }

    @Test
    void endlessBodiesLeaveRoomForOthers() throws Exception {
        String session = server.session(V, "{}").id();
        List<Socket> endless = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            endless.add(open(session, "", "Transfer-Encoding: chunked"));
        }
        byte[] chunk =
                ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        for (Socket socket : endless) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    OutputStream out = socket.getOutputStream();
                                    while (!socket.isClosed()) {
                                        out.write(chunk);
                                    }
                                } catch (IOException refused) {
                                    assertThat(refused).isNotNull();
                                }
                            });
        }
        for (int i = 0; i < 50; i++) {
            assertServes();
        }
        close(endless);
    }

    @Test
    void whoOpensAndEndsManySessionsLeavesRoomForOthers() throws Exception {
        String longUri = "note://" + "x".repeat(8_000);
        for (int i = 0; i < 2_500; i++) {
            McpTestSession session = server.session(V, CAPABILITIES);
            session.send("resources/subscribe", "{\"uri\": \"" + longUri + "\"}");
            session.send("ping", "{}");
            if (i % 2 == 0) {
                assertThat(session.delete()).isEqualTo(200);
            }
        }
        assertServes();
    }
}
