package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Code of a query or mutation. Many threads may run it at once. */
@FunctionalInterface
public non-sealed interface OperationHandler extends Handler {
    /**
     * Does it. The input fits the operation's schema and must not be changed.
     *
     * @return JSON, any Java value that Jackson can write, null for nothing, a {@link
     *     ResponseEnvelope}, or a {@link java.util.concurrent.CompletionStage} of one of these,
     *     which the call awaits and cancels if the call ends first. JSON is copied for the caller,
     *     so that the handler may keep it; the data of an envelope is not
     * @throws CallException for a failure the operation declares
     * @throws Exception for any other; the caller learns no more than that it failed
     */
    @Nullable Object handle(JsonNode input, OperationContext context) throws Exception;
}
