package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Requests as no client should send them: each is answered, and never as a failure of ours. */
class GatewayGarbageTest {
    private static final String CALL =
            "{\"jsonrpc\": \"2.0\", \"id\": %s, \"method\": \"tools/call\", \"params\":"
                    + " {\"name\": \"tasks_add\", \"arguments\": {}}}";

    private final OperationRegistry registry = OperationRegistry.create();
    private final McpTestServer server =
            McpTestServer.serving(McpGateway.over(registry).authenticator(new NamedCallers()));

    @BeforeEach
    void add() {
        registry.register(OperationSpec.mutation("tasks.add").build(), (input, context) -> "added");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> post(String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.uri("/mcp"))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(BodyPublishers.ofString(body));
        return server.client()
                .send(
                        (headers.length == 0 ? request : request.headers(headers)).build(),
                        BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "7",
                "\"text\"",
                "{",
                "{}",
                "[]",
                "[[]]",
                "[1, null, {}]",
                "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1.5, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1e400, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": {\"a\": 1}, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": true, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 5}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\", \"params\": []}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\", \"method\": \"x\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\":"
                        + " {\"name\": 5}}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\":"
                        + " {\"name\": \"tasks_add\", \"arguments\": [1]}}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\", \"params\":"
                        + " {\"cursor\": \"%%%\"}}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\":"
                        + " {\"protocolVersion\": [], \"capabilities\": 3}}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"logging/setLevel\", \"params\":"
                        + " {\"level\": \"loud\"}}",
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}",
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\":"
                        + " {\"requestId\": {}}}",
                "{\"jsonrpc\": \"2.0\", \"id\": 99, \"result\": {}}"
            })
    void whatIsNoMessageIsAnsweredAsSuch(String body) throws Exception {
        HttpResponse<String> answer = post(body);

        assertThat(answer.statusCode()).as(body).isLessThan(500);
        if (!answer.body().isEmpty()) {
            assertThat(Json.parse(answer.body()).isContainer()).isTrue();
        }
        assertThat(post(CALL.formatted(2)).body()).contains("added");
    }

    @Test
    void aBodyThatIsDeepIsRefusedAndNotDescendedInto() throws Exception {
        HttpResponse<String> deep =
                post(
                        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\", \"params\": "
                                + "{\"a\":".repeat(50_000)
                                + "1"
                                + "}".repeat(50_001));

        assertThat(deep.statusCode()).isEqualTo(400);
    }

    @Test
    void anIdComesBackAsItWas() throws Exception {
        for (String id : List.of("0", "-1", "123456789012345678901234567890", "\"\"", "\"ü\"")) {
            JsonNode answer = Json.parse(post(CALL.formatted(id)).body());
            assertThat(answer.get("id")).isEqualTo(Json.parse(id));
        }
    }

    @Test
    void aSessionCannotBeGuessedOrTakenOver() throws Exception {
        String ann =
                server.session(McpVersion.V2025_11_25, "{}", "Authorization", "Bearer ann").id();
        String[] wrong = {
            "1", "", ".", ann + "A", ann.substring(1), "e30.e30", "x".repeat(3_000), "a b"
        };
        for (String id : wrong) {
            HttpResponse<String> answer =
                    post(CALL.formatted(1), "Mcp-Session-Id", id, "Authorization", "Bearer ann");
            assertThat(answer.statusCode()).as(id).isIn(404, 400, 431);
        }
        for (String caller : List.of("Bearer bob", "Bearer Ann")) {
            HttpResponse<String> other =
                    post(CALL.formatted(1), "Mcp-Session-Id", ann, "Authorization", caller);
            assertThat(other.statusCode()).as(caller + other.body()).isEqualTo(404);
        }
        assertThat(post(CALL.formatted(1), "Mcp-Session-Id", ann).statusCode()).isEqualTo(404);
        assertThat(
                        post(
                                        CALL.formatted(1),
                                        "Mcp-Session-Id",
                                        ann,
                                        "Authorization",
                                        "Bearer ann")
                                .body())
                .contains("added");
    }

    @Test
    void headersThatAreTooLargeAreRefused() throws Exception {
        assertThat(post(CALL.formatted(1), "Mcp-Name", "x".repeat(20_000)).statusCode())
                .isEqualTo(431);
        assertThat(post(CALL.formatted(1)).body()).contains("added");
    }

    @Test
    void aRequestOfOneEraWithTheSessionOfAnotherIsWhatItSaysItself() {
        McpTestSession session = server.session(McpVersion.V2025_06_18, "{}");

        McpTestServer.Reply modern =
                server.modern(
                        "tools/call", "{\"name\": \"tasks_add\"}", "Mcp-Session-Id", session.id());

        assertThat(modern.result().path("resultType").asString()).isEqualTo("complete");
        assertThat(session.send("tools/call", "{\"name\": \"tasks_add\"}").result().toString())
                .contains("added")
                .doesNotContain("resultType");
    }

    @Test
    void twoCallsWithTheSameIdAreTwoCalls() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch released = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("tasks.wait").build(),
                (input, context) -> {
                    begun.countDown();
                    released.await();
                    return input;
                });
        McpTestSession session = server.session(McpVersion.V2025_11_25, "{}");
        List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
        for (int n = 1; n <= 2; n++) {
            JsonNode body =
                    Json.parse(
                            "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/call\","
                                + " \"params\": {\"name\": \"tasks_wait\", \"arguments\": {\"n\":"
                                    + " %d}}}".formatted(n));
            answers.add(CompletableFuture.supplyAsync(() -> session.post(body, it -> {}).result()));
        }
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        released.countDown();

        assertThat(answers.get(0).join().at("/structuredContent/n").asInt()).isEqualTo(1);
        assertThat(answers.get(1).join().at("/structuredContent/n").asInt()).isEqualTo(2);
        await().until(() -> registry.openCalls() == 0);
    }

    @Test
    void garbageOverStdioIsAnsweredLineByLine() throws Exception {
        String lines =
                String.join(
                        "\n",
                        "\u0000\u0001",
                        "[".repeat(5_000),
                        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"id\": 2, \"method\": \"ping\"}",
                        "{\"jsonrpc\": \"2.0\", \"id\": [], \"method\": \"ping\"}",
                        "{\"jsonrpc\": \"2.0\", \"id\": 5, \"result\": {}}",
                        "",
                        "[1, 2]",
                        CALL.formatted(8),
                        "{\"jsonrpc\": \"2.0\", \"id\": 9, \"method\": \"ping\"");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        McpGateway.over(registry)
                .build()
                .serve(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), out);

        List<JsonNode> answers =
                out.toString(StandardCharsets.UTF_8).lines().map(Json::parse).toList();
        assertThat(answers).filteredOn(answer -> answer.has("result")).hasSize(1);
        assertThat(answers).filteredOn(answer -> answer.has("error")).hasSizeGreaterThan(4);
    }
}
