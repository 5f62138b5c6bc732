package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.ResponseEnvelope;

import tools.jackson.databind.JsonNode;

/** A query or mutation that is run by a peer. */
record ForwardedCall(Providers providers) implements OperationHandler {

    @Override
    public ResponseEnvelope<JsonNode> handle(JsonNode input, OperationContext context) {
        return Routes.forward(
                providers,
                context,
                (provider, call) ->
                        provider.peer()
                                .call(
                                        provider.limited(call, context)
                                                .to(providers.remoteId(), input)));
    }
}
