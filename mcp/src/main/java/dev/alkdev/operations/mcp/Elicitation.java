package dev.alkdev.operations.mcp;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.UUID;

/**
 * The two modes of {@code elicitation/create}: a form that the client shows, and, since 2025-11-25,
 * a URL that the person at the client opens.
 */
final class Elicitation {
    static final String CAPABILITY = "elicitation";
    static final String FORM = "form";
    static final String URL = "url";

    /** What a client must have declared to be asked to open a URL. */
    static final String URL_CAPABILITY = CAPABILITY + "." + URL;

    /** The member of the params that identifies a URL question, before 2026-07-28. */
    static final String ID = "elicitationId";

    private Elicitation() {}

    static boolean isUrl(McpQuestion question) {
        return question.method().equals(McpQuestion.ELICIT)
                && question.params().path("mode").asString("").equals(URL);
    }

    /** What is asked of a client that opens URLs. */
    static ObjectNode url(String message, String url) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("mode", URL)
                .put("message", message)
                .put(URL, url);
    }

    /** Whether a client declared a mode: one that names none has forms. */
    static boolean declares(JsonNode capabilities, String mode) {
        JsonNode declared = capabilities.path(CAPABILITY);
        return declared.isObject()
                && (declared.path(mode).isObject()
                        || (mode.equals(FORM) && !declared.path(URL).isObject()));
    }

    /** As clients of 2025-11-25 get it: a URL has an id there. */
    static McpQuestion legacy(McpQuestion question) {
        if (!isUrl(question) || question.params().has(ID)) {
            return question;
        }
        ObjectNode params = question.params().deepCopy().asObject();
        return new McpQuestion(question.method(), params.put(ID, UUID.randomUUID().toString()));
    }

    /**
     * As clients of 2026-07-28 get it: without the id, which a server of before makes anew for each
     * round, so that no question would be the same as the one that was answered.
     */
    static McpQuestion modern(McpQuestion question) {
        if (!isUrl(question) || !question.params().has(ID)) {
            return question;
        }
        ObjectNode params = question.params().deepCopy().asObject();
        return new McpQuestion(question.method(), params.without(ID));
    }
}
