package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.StreamHandler;
import dev.alkdev.operations.Subscription;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** A subscription that is run by a peer. */
record ForwardedStream(Providers providers) implements StreamHandler {

    @Override
    public void handle(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
        Providers.Provider provider = providers.take();
        CallOptions options = CallOptions.nestedIn(context);
        try (Subscription<JsonNode> items =
                provider.peer().requests().subscribe(providers.remoteId(), input, options)) {
            items.forEachRemaining(emitter::emit);
        } finally {
            provider.inFlight().decrementAndGet();
        }
    }
}
