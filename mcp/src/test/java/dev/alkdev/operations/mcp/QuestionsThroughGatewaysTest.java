package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a server asks reaches the client at the other end, whatever is spoken between: through one
 * gateway and through two.
 */
class QuestionsThroughGatewaysTest {
    private static final JsonNode NAME =
            Json.parse(
                    "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}");
    private static final JsonNode SAMPLE =
            Json.parse(
                    """
                    {"messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}],
                     "maxTokens": 10}
                    """);

    private final List<AutoCloseable> parts = new ArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable part : parts.reversed()) {
            part.close();
        }
    }

    private McpTestServer serve(OperationRegistry registry) {
        McpTestServer server = McpTestServer.serving(McpGateway.over(registry));
        parts.add(server);
        return server;
    }

    /** A server whose tools ask. */
    private McpTestServer upstream() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.mutation("up.ask").describedAs("Asks twice").build(),
                (input, context) -> {
                    McpCaller caller = McpCaller.of(context);
                    JsonNode first = caller.elicit("First name?", NAME);
                    JsonNode last = caller.elicit("Last name?", NAME);
                    return first.at("/content/name").asString()
                            + " "
                            + last.at("/content/name").asString();
                });
        registry.register(
                OperationSpec.mutation("up.sample").describedAs("Samples").build(),
                (input, context) ->
                        McpCaller.of(context).sample(SAMPLE).at("/content/text").asString());
        registry.register(
                OperationSpec.mutation("up.roots").describedAs("Lists roots").build(),
                (input, context) -> McpCaller.of(context).roots().at("/roots/0/uri").asString());
        return serve(registry);
    }

    /** A hub before a server. */
    private McpTestServer before(McpTestServer server, McpServerOptions.Builder config) {
        OperationRegistry registry = OperationRegistry.create();
        McpSource source = McpSource.of("up", config.build());
        source.start(registry);
        assertThat(source.status().lastError()).isNull();
        McpTestServer gateway = serve(registry);
        parts.add(source);
        return gateway;
    }

    private static McpServerOptions.Builder to(McpTestServer server, McpEra era) {
        return McpServerOptions.url(server.uri("/mcp/up")).era(era);
    }

    private McpClient client(McpTestServer server, McpEra era) {
        McpClient client =
                McpClient.connect(
                        to(server, era)
                                .root(Json.parse("{\"uri\": \"file:///client\"}"))
                                .onQuestion(this::answer)
                                .build());
        parts.add(client);
        return client;
    }

    private JsonNode answer(McpQuestion question) {
        asked.add(question.method());
        if (question.method().equals(McpQuestion.SAMPLE)) {
            return Json.parse(
                    """
                    {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Ho"}}
                    """);
        }
        String name = question.params().path("message").asString().startsWith("F") ? "Ada" : "L";
        return Json.parse(
                "{\"action\": \"accept\", \"content\": {\"name\": \"%s\"}}".formatted(name));
    }

    private static String call(McpClient client, String tool) {
        JsonNode result = client.callTool(tool, OddServers.nothing());
        return OddServers.text(result);
    }

    @ParameterizedTest
    @CsvSource({"LEGACY, LEGACY", "LEGACY, MODERN", "MODERN, LEGACY", "MODERN, MODERN"})
    void throughOneGateway(McpEra upstream, McpEra downstream) {
        McpTestServer server = upstream();
        McpTestServer gateway = before(server, to(server, upstream));
        McpClient client = client(gateway, downstream);

        assertThat(call(client, "ask")).isEqualTo("Ada L");
        assertThat(call(client, "sample")).isEqualTo("Ho");
        assertThat(asked)
                .containsExactly(McpQuestion.ELICIT, McpQuestion.ELICIT, McpQuestion.SAMPLE);
        if (upstream == McpEra.MODERN) {
            assertThat(call(client, "roots")).isEqualTo("file:///client");
        } else {
            // Declared for a connection only if they are configured for it.
            assertThat(call(client, "roots")).contains("roots");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "LEGACY, LEGACY, LEGACY",
        "LEGACY, LEGACY, MODERN",
        "LEGACY, MODERN, LEGACY",
        "LEGACY, MODERN, MODERN",
        "MODERN, LEGACY, LEGACY",
        "MODERN, LEGACY, MODERN",
        "MODERN, MODERN, LEGACY",
        "MODERN, MODERN, MODERN"
    })
    void throughTwoGateways(McpEra upstream, McpEra between, McpEra downstream) {
        McpTestServer server = upstream();
        McpTestServer first = before(server, to(server, upstream));
        McpTestServer second = before(first, to(first, between));
        McpClient client = client(second, downstream);

        assertThat(call(client, "ask")).isEqualTo("Ada L");
        assertThat(call(client, "sample")).isEqualTo("Ho");
    }

    @Test
    void rootsThatAreConfiguredForAServerAreDeclaredAndAnswered() {
        JsonNode root = Json.parse("{\"uri\": \"file:///hub\"}");
        for (McpEra era : List.of(McpEra.LEGACY, McpEra.MODERN)) {
            McpTestServer server = upstream();
            McpTestServer gateway = before(server, to(server, era).root(root));

            assertThat(call(client(gateway, McpEra.MODERN), "roots")).isEqualTo("file:///hub");
        }
        assertThat(asked).isEmpty();
    }
}
