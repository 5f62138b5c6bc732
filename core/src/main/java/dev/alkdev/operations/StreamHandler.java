package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * Code of a subscription, run when it is opened: on a virtual thread of its own, or on that of
 * whoever {@linkplain OperationRegistry#stream streams} it.
 */
@FunctionalInterface
public non-sealed interface StreamHandler extends Handler {
    /**
     * Emits results until there are no more; returning ends the stream. It is interrupted when
     * nobody reads any longer.
     *
     * @param emitter takes what {@link OperationHandler#handle} may return
     * @throws CallException for a failure the operation declares
     * @throws Exception for any other; the reader learns no more than that it failed
     */
    void handle(JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
            throws Exception;

    /**
     * Gets ready for a stream before its reader learns that it is open, who expects to miss nothing
     * from then on.
     *
     * @return what handles this stream
     * @throws CallException to refuse it
     */
    default StreamHandler prepare(JsonNode input) {
        return this;
    }
}
