package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.StreamHandler;
import dev.alkdev.operations.Subscription;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** A subscription that is run by a peer. */
record ForwardedStream(Providers providers) implements StreamHandler {

    @Override
    public void handle(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
        Routes.forward(
                providers,
                context,
                (provider, passed) -> {
                    CallOptions options = CallOptions.nestedIn(context);
                    try (Subscription<JsonNode> items = open(provider, input, options, passed)) {
                        items.forEachRemaining(emitter::emit);
                    }
                    return true;
                });
    }

    private Subscription<JsonNode> open(
            Providers.Provider provider, JsonNode input, CallOptions options, List<String> passed) {
        return provider.peer().requests().subscribe(providers.remoteId(), input, options, passed);
    }
}
