package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamHandler;
import dev.alkdev.operations.Subscription;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Runs an operation at one of the peers that offer it, never at one that the call has passed. */
sealed interface Forwarded {
    /** More nodes than this no request passes. */
    int MAX_NODES = 64;

    String REASON = "reason";
    String NO_ROUTE = "no-route";

    Providers providers();

    /** A query or mutation. */
    record Single(Providers providers) implements OperationHandler, Forwarded {
        @Override
        public ResponseEnvelope<JsonNode> handle(JsonNode input, OperationContext context) {
            return forward(
                    context,
                    (provider, call) -> {
                        CallBuilder limited = provider.limited(call, context);
                        return provider.peer().call(limited.to(providers.remoteId(), input));
                    });
        }
    }

    /** A subscription. */
    record Stream(Providers providers) implements StreamHandler, Forwarded {
        @Override
        public void handle(
                JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
            forward(
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

    /**
     * No way leads to an operation, so that the call was run nowhere and may be tried elsewhere.
     */
    static CallException noRoute(String operationId) {
        return new CallException(
                ErrorCode.UNAVAILABLE,
                "no peer that offers " + operationId + " is connected",
                JsonNodeFactory.instance.objectNode().put(REASON, NO_ROUTE),
                true);
    }

    /**
     * Forwards a call; if it turns out that it was run nowhere, to the next peer.
     *
     * @param attempt makes the call at a peer
     */
    default <T> T forward(
            OperationContext context, BiFunction<Providers.Provider, CallBuilder, T> attempt) {
        List<String> passed = context.call().via();
        List<Peer> tried = new ArrayList<>(1);
        while (true) {
            Providers.Provider provider = providers().take(passed, tried);
            try {
                if (passed.size() >= MAX_NODES || passed.contains(provider.peer().node().id())) {
                    throw noRoute(providers().spec().id());
                }
                return attempt.apply(provider, sameCall(context));
            } catch (CallException e) {
                if (!isNoRoute(e)) {
                    throw e;
                }
                tried.add(provider.peer());
            } finally {
                provider.inFlight().decrementAndGet();
            }
        }
    }

    /**
     * The same call, made in the course of this one. The nodes that it has passed belong to this
     * one request: other calls of its handler begin anew, since calling back is no loop.
     */
    private static CallBuilder sameCall(OperationContext context) {
        Call call = context.call();
        CallBuilder forwarded = context.nested().via(call.via());
        call.lastEventId().ifPresent(forwarded::lastEventId);
        call.window().ifPresent(forwarded::window);
        if (call.wantsProgress()) {
            forwarded.onProgress(call::progress);
        }
        return forwarded;
    }

    private static boolean isNoRoute(CallException failure) {
        return failure.code().equals(ErrorCode.UNAVAILABLE)
                && failure.details()
                        .filter(details -> details.path(REASON).asString("").equals(NO_ROUTE))
                        .isPresent();
    }
}
