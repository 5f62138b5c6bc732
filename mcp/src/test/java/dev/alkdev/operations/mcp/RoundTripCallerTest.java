package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;

/** Asking a client of 2026-07-28. */
@ExtendWith(LeakCheck.class)
class RoundTripCallerTest {
    private static final String KEY = "a key of at least thirty-two letters";

    private final HandDrivenClock clock = new HandDrivenClock();
    private final OperationRegistry registry = OperationRegistry.builder().time(clock).build();
    private final McpTestServer server = serving(McpOptions.defaults().withKey(KEY));

    private McpTestServer serving(McpOptions options) {
        return McpTestServer.serving(
                McpGateway.over(registry).authenticator(new NamedCallers()).options(options));
    }

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

    private static final String[] ANN = {"Authorization", "Bearer ann"};
    private static final String FOREIGN =
            "requestState was not issued for this request by this server, or before it got a new"
                    + " key; send the request again without it";

    private static void assertRefused(McpTestServer.Reply reply, String message) {
        assertThat(reply.code()).isEqualTo(-32602);
        assertThat(reply.error().get("message").asString()).isEqualTo(message);
    }

    private McpTestServer.Reply with(JsonNode state, String params, String... headers) {
        ObjectNode all = (ObjectNode) Json.parse(params);
        all.set("requestState", state);
        return server.asked(CAN, "tools/call", all.toString(), headers);
    }

    @Nested
    class AState {
        private final String answers = accept("elicitation/create", 1);
        private JsonNode state;

        @BeforeEach
        void issue() {
            state = ask(null, "", ANN).result().get("requestState");
        }

        @Test
        void holdsForItsRequest() {
            assertThat(ask(state, answers, ANN).result()).isNotNull();
        }

        @Test
        void isRefusedForAnotherCaller() {
            assertRefused(ask(state, answers, "Authorization", "Bearer bob"), FOREIGN);
            assertRefused(ask(state, answers), FOREIGN);
        }

        @Test
        void isRefusedForAnotherTool() {
            registry.register(
                    OperationSpec.query("tasks.other").describedAs("Other").build(),
                    (input, context) -> "");
            assertRefused(with(state, "{\"name\": \"tasks_other\"}", ANN), FOREIGN);
        }

        @Test
        void isRefusedForOtherArguments() {
            String other = "{\"name\": \"tasks_name\", \"arguments\": {\"id\": 1}}";
            assertRefused(with(state, other, ANN), FOREIGN);
        }

        @Test
        void isRefusedIfAnyOfItsLettersIsChanged() {
            String text = state.asString();
            for (int i = 0; i < text.length(); i += 7) {
                char changed = text.charAt(i) == 'A' ? 'B' : 'A';
                String tampered = text.substring(0, i) + changed + text.substring(i + 1);
                assertRefused(ask(StringNode.valueOf(tampered), answers, ANN), FOREIGN);
            }
            for (String cut : new String[] {text + "A", text.substring(1), ".", "", "a.b"}) {
                assertRefused(ask(StringNode.valueOf(cut), answers, ANN), FOREIGN);
            }
        }

        @Test
        void isRefusedAfterItsTime() {
            clock.advance(Duration.ofMinutes(14));
            assertThat(ask(state, answers, ANN).result()).isNotNull();
            clock.advance(Duration.ofMinutes(2));
            assertRefused(
                    ask(state, answers, ANN),
                    "requestState has expired; send the request again without it");
        }

        @Test
        void isRefusedByAServerWithAnotherKeyAndTakenByOneWithTheSame() {
            for (boolean isSame : new boolean[] {true, false}) {
                McpOptions options = McpOptions.defaults().withKey(isSame ? KEY : KEY + "2");
                ObjectNode params = (ObjectNode) Json.parse("{\"name\": \"tasks_name\"}");
                params.set("requestState", state);
                params.set("inputResponses", Json.parse(answers));
                try (McpTestServer restarted = serving(options)) {
                    McpTestServer.Reply reply =
                            restarted.asked(CAN, "tools/call", params.toString(), ANN);
                    if (isSame) {
                        assertThat(reply.result().get("inputRequests").propertyNames())
                                .containsExactly("elicitation/create#2");
                    } else {
                        assertRefused(reply, FOREIGN);
                    }
                }
            }
        }
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
