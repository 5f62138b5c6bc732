package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.mcp.ClientSession.Sent;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes a request again with the answers that a server since 2026-07-28 wants before it gives a
 * result.
 */
final class InputRounds {
    private static final int MOST_ROUNDS = 32;

    private InputRounds() {}

    /** Makes a request once. */
    interface Attempt {
        JsonNode request(Sent sent, Call call) throws InterruptedException;
    }

    static JsonNode request(McpServerOptions config, Sent first, Call call, Attempt attempt)
            throws InterruptedException {
        Sent sent = first;
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            JsonNode result = attempt.request(sent, call);
            if (!"input_required".equals(result.path("resultType").asString(""))) {
                return result;
            }
            ObjectNode params = first.params().deepCopy();
            JsonNode asked = result.path("inputRequests");
            if (asked.isObject()) {
                ObjectNode responses = params.putObject("inputResponses");
                answers(config, asked, call, round).forEach(responses::set);
            }
            if (result.path("requestState").isString()) {
                params.set("requestState", result.get("requestState"));
            }
            sent = new Sent(first.method(), params, first.headers(), first.repeatable());
        }
        throw new CallException(
                ErrorCode.EXECUTION_ERROR,
                "the MCP server asked " + MOST_ROUNDS + " times and gave no result");
    }

    /** The keys for the caller differ by round, since a server may ask under the same key again. */
    private static Map<String, JsonNode> answers(
            McpServerOptions config, JsonNode asked, Call call, int round) {
        Map<String, McpQuestion> questions = new LinkedHashMap<>();
        asked.properties()
                .forEach(
                        one ->
                                questions.put(
                                        round + "." + one.getKey(),
                                        new McpQuestion(
                                                one.getValue().path("method").asString(""),
                                                one.getValue().path("params"))));
        McpCaller caller = call.attachment(McpCaller.KEY).orElse(null);
        Map<String, JsonNode> answers = new Asking(config, null).ask(caller, questions);
        Map<String, JsonNode> byKey = new LinkedHashMap<>();
        answers.forEach((key, answer) -> byKey.put(key.substring(key.indexOf('.') + 1), answer));
        return byKey;
    }
}
