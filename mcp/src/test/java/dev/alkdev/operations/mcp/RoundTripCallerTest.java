package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Asking a client of 2026-07-28. */
@ExtendWith(LeakCheck.class)
class RoundTripCallerTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final McpTestServer server =
            McpTestServer.serving(McpGateway.over(registry).authenticator(new NamedCallers()));

    @AfterEach
    void stop() {
        server.close();
    }

    private static final String CAN = "{\"elicitation\": {}}";

    @BeforeEach
    void add() {
        registry.register(
                OperationSpec.query("tasks.name").describedAs("Asks").build(),
                (input, context) -> {
                    McpCaller caller = McpCaller.of(context);
                    JsonNode schema = Json.parse("{\"type\": \"object\", \"properties\": {}}");
                    String first = caller.elicit("First?", schema).path("content").toString();
                    String second = caller.elicit("Second?", schema).path("content").toString();
                    return first + " " + second;
                });
    }

    private McpTestServer.Reply ask(JsonNode state, String responses, String... headers) {
        ObjectNode params = (ObjectNode) Json.parse("{\"name\": \"tasks_name\"}");
        if (state != null) {
            params.set("requestState", state);
            params.set("inputResponses", Json.parse(responses));
        }
        return server.asked(CAN, "tools/call", params.toString(), headers);
    }

    private static String accept(String key, int value) {
        return "{\"%s\": {\"action\": \"accept\", \"content\": {\"n\": %d}}}".formatted(key, value);
    }

    @Test
    void questionsAreAskedOneRoundAfterTheOther() {
        JsonNode first = ask(null, "").result();
        assertThat(first.get("resultType").asString()).isEqualTo("input_required");
        assertThat(first.get("inputRequests").propertyNames())
                .containsExactly("elicitation/create");
        JsonNode second = ask(first.get("requestState"), accept("elicitation/create", 1)).result();
        assertThat(second.get("inputRequests").propertyNames())
                .containsExactly("elicitation/create#2");
        JsonNode last = ask(second.get("requestState"), accept("elicitation/create#2", 2)).result();
        assertThat(last.get("structuredContent"))
                .isEqualTo(StringNode.valueOf("{\"n\":1} {\"n\":2}"));
    }

    @Test
    void aMissingAnswerIsAskedForAgain() {
        JsonNode first = ask(null, "").result();
        JsonNode again = ask(first.get("requestState"), accept("other", 1)).result();
        assertThat(again.get("inputRequests")).isEqualTo(first.get("inputRequests"));
    }

    @Test
    void answersWithoutAStateCountForTheFirstQuestionOfTheirKey() {
        String answers =
                "{\"elicitation/create\": %1$s, \"elicitation/create#2\": %1$s, \"x\": {}}"
                        .formatted("{\"action\": \"accept\", \"content\": {\"n\": 3}}");
        ObjectNode params = (ObjectNode) Json.parse("{\"name\": \"tasks_name\"}");
        params.set("inputResponses", Json.parse(answers));

        JsonNode both = server.asked(CAN, "tools/call", params.toString()).result();

        assertThat(both.get("structuredContent"))
                .isEqualTo(StringNode.valueOf("{\"n\":3} {\"n\":3}"));
        params.set("inputResponses", Json.parse(accept("elicitation/create", 1)));
        JsonNode first = server.asked(CAN, "tools/call", params.toString()).result();
        JsonNode last = ask(first.get("requestState"), accept("elicitation/create#2", 2)).result();
        assertThat(last.get("structuredContent"))
                .isEqualTo(StringNode.valueOf("{\"n\":1} {\"n\":2}"));
    }

    @Test
    void aStateHoldsForItsRequestAndCallerOnly() {
        JsonNode state = ask(null, "", "Authorization", "Bearer ann").result();
        JsonNode text = state.get("requestState");
        String answers = accept("elicitation/create", 1);
        assertThat(ask(text, answers, "Authorization", "Bearer bob").code()).isEqualTo(-32602);
        assertThat(ask(StringNode.valueOf(text.asString() + "A"), answers).code())
                .isEqualTo(-32602);
        ObjectNode other =
                (ObjectNode) Json.parse("{\"name\": \"tasks_name\", \"arguments\": {\"id\": 1}}");
        other.set("requestState", text);
        assertThat(
                        server.asked(
                                        CAN,
                                        "tools/call",
                                        other.toString(),
                                        "Authorization",
                                        "Bearer ann")
                                .code())
                .isEqualTo(-32602);
        assertThat(ask(text, answers, "Authorization", "Bearer ann").result()).isNotNull();
    }

    @Test
    void aClientThatCannotBeAskedIsToldWhatItNeeds() {
        McpTestServer.Reply reply = server.modern("tools/call", "{\"name\": \"tasks_name\"}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo(-32021);
        assertThat(reply.error().get("data").toString())
                .isEqualTo("{\"requiredCapabilities\":{\"elicitation\":{}}}");
    }
}
