package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Backoff;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

@ExtendWith(LeakCheck.class)
class McpClientWebTest {

    /** The client that everything shares starts a thread that stays. */
    @BeforeAll
    static void startTheSharedClient() {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
        assertThatThrownBy(() -> HttpSender.shared().send(request)).isInstanceOf(IOException.class);
    }

    private static String call(McpClient client, String tool) {
        return OddServers.text(client.callTool(tool, OddServers.nothing()));
    }

    @Test
    void aServerThatLostTheSessionGetsANewOneAndASafeCallIsRepeated() throws Exception {
        Call write = Call.of("write", OddServers.nothing());
        try (WebServer server = WebServer.start(false);
                McpClient client = McpClient.connect(server.config().build())) {
            server.loseSession();

            assertThat(call(client, "read")).isEqualTo("read");

            server.loseSession();
            CallException failure =
                    catchThrowableOfType(CallException.class, () -> client.callTool(write, false));
            assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(failure).hasMessageContaining("call again");
            assertThat(OddServers.text(client.callTool(write, false))).isEqualTo("write");
        }
    }

    private static String text(OperationRegistry registry, String id) {
        return registry.execute(id, OddServers.nothing()).data().path(0).path("text").asString();
    }

    @Test
    void aStreamThatBreaksOffIsResumedAfterTheLastEvent() throws Exception {
        try (WebServer server = WebServer.start(false);
                McpClient client = McpClient.connect(server.config().build())) {
            assertThat(call(client, "broken")).isEqualTo("resumed");
            assertThat(server.headers())
                    .anyMatch(header -> header.startsWith("Last-Event-ID: event-"));
        }
    }

    @Test
    void aNewServerIsToldInHeadersAndToolsThatWantWrongOnesAreLeftOut() throws Exception {
        try (WebServer server = WebServer.start(true);
                McpClient client = McpClient.connect(server.config().bearer("secret").build())) {
            JsonNode region = JsonNodeFactory.instance.objectNode().put("region", "süd");

            assertThat(OddServers.text(client.callTool("write", region))).isEqualTo("write");
            assertThat(client.leftOut()).containsOnlyKeys("wrong");
            assertThat(server.headers())
                    .contains(
                            "Authorization: Bearer secret",
                            "Mcp-Method: tools/call",
                            "Mcp-Name: write",
                            "Mcp-Param-Region: =?base64?c8O8ZA==?=");
        }
    }

    @Test
    void givingUpClosesTheStreamOfANewServerAndTellsAnOldOne() throws Exception {
        for (boolean modern : List.of(true, false)) {
            try (WebServer server = WebServer.start(modern);
                    McpClient client = McpClient.connect(server.config().build())) {
                Cancellation cancellation = Cancellation.create();
                Call call =
                        Call.builder().cancellation(cancellation).to("web.slow", Json.parse("{}"));
                CompletableFuture<CallException> failure =
                        CompletableFuture.supplyAsync(
                                () ->
                                        catchThrowableOfType(
                                                CallException.class,
                                                () ->
                                                        client.callTool(
                                                                "slow",
                                                                OddServers.nothing(),
                                                                call)));
                await().until(() -> isReceived(server, "tools/call"));

                cancellation.cancel();

                assertThat(failure.join().code()).isEqualTo(ErrorCode.ABORTED);
                await().until(server::isClosedByClient);
                if (!modern) {
                    await().until(() -> isReceived(server, "notifications/cancelled"));
                }
                assertThat(isReceived(server, "notifications/cancelled")).isEqualTo(!modern);
                assertThat(call(client, "read")).isEqualTo("read");
            }
        }
    }

    private static boolean isReceived(WebServer server, String method) {
        return server.received().stream()
                .anyMatch(message -> message.path("method").asString("").equals(method));
    }

    @Test
    void aQuestionOnTheStreamOfACallIsAnswered() throws Exception {
        try (WebServer server = WebServer.start(false);
                McpClient client =
                        McpClient.connect(
                                server.config()
                                        .onQuestion(
                                                question -> Json.parse("{\"action\":\"cancel\"}"))
                                        .build())) {
            assertThat(call(client, "ask")).isEqualTo("{\"action\":\"cancel\"}");
        }
    }

    @Test
    void aServerThatIsAwayForAWhileIsFoundAgain(OperationRegistry registry) throws Exception {
        WebServer first = WebServer.start(true);
        int port = first.port();
        McpServerOptions config =
                first.config()
                        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)))
                        .build();
        try (McpSource source = McpSource.of("web", config)) {
            source.start(registry);
            first.close();

            CallException failure =
                    catchThrowableOfType(CallException.class, () -> text(registry, "web.read"));

            assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            await().until(() -> source.status().state() == State.FAILED);
            assertThat(registry.isCallable("web.read")).isTrue();
            try (WebServer second = WebServer.start(true, port)) {
                await().until(() -> source.status().state() == State.READY);
                assertThat(text(registry, "web.read")).isEqualTo("read");
            }
        }
    }

    @Test
    void aServerThatIsNotThereIsUnavailableAndOneThatRefusesSaysWhy() throws Exception {
        McpServerOptions nobody = McpServerOptions.url("http://127.0.0.1:1/mcp").build();
        assertThat(
                        catchThrowableOfType(CallException.class, () -> McpClient.connect(nobody))
                                .code())
                .isEqualTo(ErrorCode.UNAVAILABLE);
        try (WebServer server = WebServer.start(true)) {
            McpServerOptions wrong =
                    McpServerOptions.url("http://127.0.0.1:" + server.port() + "/other").build();
            assertThat(catchThrowableOfType(CallException.class, () -> McpClient.connect(wrong)))
                    .hasMessageContaining("HTTP 404");
        }
    }

    @Test
    void theVersionIsFoundOut() throws Exception {
        Map<Boolean, String> versions = Map.of(true, "2026-07-28", false, "2025-11-25");
        for (boolean modern : versions.keySet()) {
            try (WebServer server = WebServer.start(modern);
                    McpClient client = McpClient.connect(server.config().build())) {
                assertThat(client.version().text()).isEqualTo(versions.get(modern));
            }
        }
    }
}
