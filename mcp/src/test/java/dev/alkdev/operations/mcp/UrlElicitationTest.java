package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A person is asked to open a URL: by our own operations, and by servers behind a gateway. */
class UrlElicitationTest {
    private static final String URL = "https://pay.example/start?order=7";

    private final List<AutoCloseable> parts = new ArrayList<>();
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();

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

    private McpTestServer shop() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.mutation("up.pay").describedAs("Takes a payment").build(),
                (input, context) ->
                        McpCaller.of(context).elicitUrl("Pay here", URL).path("action").asString());
        return serve(registry);
    }

    private McpTestServer before(McpTestServer server, McpEra era) {
        OperationRegistry registry = OperationRegistry.create();
        McpSource source =
                McpSource.of("up", McpServerOptions.url(server.uri("/mcp/up")).era(era).build());
        source.start(registry);
        McpTestServer gateway = serve(registry);
        parts.add(source);
        return gateway;
    }

    private McpServerOptions.Builder to(McpTestServer server, McpEra era) {
        return McpServerOptions.url(server.uri("/mcp/up"))
                .era(era)
                .onQuestion(
                        question -> {
                            asked.add(question.params());
                            return Json.parse("{\"action\": \"accept\"}");
                        });
    }

    private JsonNode pay(McpServerOptions config) {
        try (McpClient client = McpClient.connect(config)) {
            return client.callTool("pay", OddServers.nothing());
        }
    }

    private void assertAsked(McpEra era) {
        assertThat(asked).hasSize(1);
        JsonNode question = asked.getFirst();
        assertThat(question.path("mode").asString()).isEqualTo("url");
        assertThat(question.path("message").asString()).isEqualTo("Pay here");
        assertThat(question.path("url").asString()).isEqualTo(URL);
        // 2026-07-28 has no ids for them any more.
        assertThat(question.has("elicitationId")).isEqualTo(era == McpEra.LEGACY);
    }

    @ParameterizedTest
    @EnumSource(names = {"LEGACY", "MODERN"})
    void anOperationAsksItsClient(McpEra era) {
        McpTestServer shop = shop();

        JsonNode result = pay(to(shop, era).opensUrls().build());

        assertThat(OddServers.text(result)).isEqualTo("accept");
        assertAsked(era);
    }

    @ParameterizedTest
    @CsvSource({"LEGACY, LEGACY", "LEGACY, MODERN", "MODERN, LEGACY", "MODERN, MODERN"})
    void aServerBehindAGatewayAsksTheClient(McpEra upstream, McpEra downstream) {
        McpTestServer gateway = before(shop(), upstream);

        JsonNode result = pay(to(gateway, downstream).opensUrls().build());

        assertThat(OddServers.text(result)).isEqualTo("accept");
        assertAsked(downstream);
    }

    @ParameterizedTest
    @CsvSource({"LEGACY, LEGACY", "MODERN, LEGACY", "LEGACY, MODERN"})
    void aClientThatDidNotDeclareItIsNotAsked(McpEra upstream, McpEra downstream) {
        McpTestServer gateway = before(shop(), upstream);

        JsonNode result = pay(to(gateway, downstream).build());

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(OddServers.text(result)).contains("url");
        assertThat(asked).isEmpty();
    }

    @Test
    void aClientOfOursThatDidNotDeclareItIsToldWhatItNeeds() {
        McpTestServer shop = shop();
        McpTestServer.Reply reply =
                shop.asked("{\"elicitation\": {}}", "tools/call", "{\"name\": \"up_pay\"}");
        assertThat(reply.code()).isEqualTo(McpErrorCode.MISSING_CLIENT_CAPABILITY);
        assertThat(reply.error().path("data").toString())
                .isEqualTo("{\"requiredCapabilities\":{\"elicitation\":{\"url\":{}}}}");

        JsonNode legacy = pay(to(shop, McpEra.LEGACY).build());
        assertThat(OddServers.text(legacy))
                .isEqualTo(
                        "MISSING_CAPABILITY: the client did not declare the capability"
                                + " {\"elicitation\":{\"url\":{}}}");
    }

    @Test
    void aClientThatOnlyOpensUrlsIsNotAskedForForms() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.mutation("up.form").describedAs("Shows a form").build(),
                (input, context) ->
                        McpCaller.of(context)
                                .elicit("Name?", Json.parse("{\"type\": \"object\"}"))
                                .toString());
        McpTestServer.Reply reply =
                serve(registry)
                        .asked(
                                "{\"elicitation\": {\"url\": {}}}",
                                "tools/call",
                                "{\"name\": \"up_form\"}");
        assertThat(reply.error().path("data").toString())
                .isEqualTo("{\"requiredCapabilities\":{\"elicitation\":{\"form\":{}}}}");
    }
}
