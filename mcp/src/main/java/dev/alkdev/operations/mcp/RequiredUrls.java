package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The URLs that a person must open before a server before 2026-07-28 carries out a request. Clients
 * of that time get the error of the server; later ones are asked.
 */
final class RequiredUrls {
    private static final String ELICITATIONS = "elicitations";

    private RequiredUrls() {}

    /** The error of the server, if it is of this kind; otherwise null. */
    static @Nullable McpException error(CallException failure) {
        JsonNode error =
                failure.details()
                        .map(details -> details.path(McpFailures.DETAILS))
                        .orElseGet(JsonNodeFactory.instance::missingNode);
        return error.path("code").asInt(0) == McpErrorCode.URL_ELICITATION_REQUIRED
                        && error.path("data").path(ELICITATIONS).isArray()
                ? new McpException(
                        McpErrorCode.URL_ELICITATION_REQUIRED,
                        error.path("message").asString("a URL must be opened first"),
                        error.get("data"))
                : null;
    }

    /** The questions of such an error. */
    static Map<String, McpQuestion> questions(McpException error) {
        Map<String, McpQuestion> questions = new LinkedHashMap<>();
        JsonNode data = error.data();
        if (data != null) {
            for (JsonNode params : data.path(ELICITATIONS)) {
                McpQuestion question = new McpQuestion(McpQuestion.ELICIT, params);
                if (params.isObject() && Elicitation.isUrl(question)) {
                    questions.put("url" + questions.size(), question);
                }
            }
        }
        return questions;
    }

    /**
     * Asks the client of a failed request to open the URLs, if it can be asked with the response.
     *
     * @return whether all were opened, so that the request may be made again
     */
    static boolean ask(CallException failure, GatewayCaller caller) {
        McpException error = error(failure);
        if (error == null
                || !(caller instanceof RoundTripCaller)
                || !caller.can(Elicitation.URL_CAPABILITY)) {
            return false;
        }
        Map<String, McpQuestion> questions = questions(error);
        return !questions.isEmpty()
                && caller.ask(questions).values().stream()
                        .allMatch(answer -> answer.path("action").asString("").equals("accept"));
    }
}
