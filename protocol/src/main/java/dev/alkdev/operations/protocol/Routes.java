package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Routes a call to one of the peers that offer its operation, never to one that it has passed. */
final class Routes {
    /** More nodes than this no request passes. */
    static final int MAX = 64;

    private static final String REASON = "reason";
    private static final String NO_ROUTE = "no-route";

    private Routes() {}

    /**
     * No way leads to an operation, so that the call was run nowhere and may be tried elsewhere.
     */
    static CallException none(String operationId) {
        String message = "no peer that offers " + operationId + " is connected";
        return new CallException(
                ErrorCode.UNAVAILABLE,
                message,
                JsonNodeFactory.instance.objectNode().put(REASON, NO_ROUTE),
                true);
    }

    /**
     * Forwards a call; if it turns out that it was run nowhere, to the next peer.
     *
     * @param attempt makes the call at a peer
     */
    static <T> T forward(
            Providers providers,
            OperationContext context,
            BiFunction<Providers.Provider, CallBuilder, T> attempt) {
        List<String> passed = context.call().via();
        List<Peer> tried = new ArrayList<>(1);
        while (true) {
            Providers.Provider provider = providers.take(passed, tried);
            try {
                if (passed.size() >= MAX || passed.contains(provider.peer().node())) {
                    throw none(providers.spec().id());
                }
                return attempt.apply(provider, forwarded(context));
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
    private static CallBuilder forwarded(OperationContext context) {
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
                        .map(details -> details.path(REASON).asString("").equals(NO_ROUTE))
                        .orElse(false);
    }
}
