package dev.alkdev.operations.code;

import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * The result of a tool call of a model.
 *
 * @param text for the model: the data, or what is wrong, with each error of a wrong input
 * @param isError whether it failed
 * @param envelope the whole result; null if the call gave none
 */
public record AgentAnswer(
        String text, boolean isError, @Nullable ResponseEnvelope<JsonNode> envelope) {

    /** For models that get nothing but text: an error is marked as one. */
    public String markedText() {
        return isError ? "Error: " + text : text;
    }
}
