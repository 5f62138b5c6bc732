package dev.alkdev.operations.mcp;

import tools.jackson.databind.JsonNode;

/**
 * A request of a server to a client: elicitation, sampling or roots.
 *
 * @param method such as {@code elicitation/create}
 * @param params as the protocol says for the method
 */
public record McpQuestion(String method, JsonNode params) {
    public static final String ELICIT = "elicitation/create";
    public static final String SAMPLE = "sampling/createMessage";
    public static final String ROOTS = "roots/list";
}
