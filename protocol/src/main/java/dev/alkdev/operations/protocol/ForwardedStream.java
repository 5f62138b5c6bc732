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
        Routes.forward(
                providers,
                context,
                (provider, call) -> {
                    try (Subscription<JsonNode> items =
                            provider.peer().subscribe(call.to(providers.remoteId(), input))) {
                        items.forEachRemaining(emitter::emit);
                    }
                    return true;
                });
    }
}
