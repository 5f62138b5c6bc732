package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Sends a call on to one of those who offer its operation, and never where it was already. */
final class Routes {
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
     * @param attempt makes the call at a peer, with the nodes that it has passed
     */
    static <T> T forward(
            Providers providers,
            OperationContext context,
            BiFunction<Providers.Provider, List<String>, T> attempt) {
        List<String> passed = Hops.of(context);
        List<Peer> tried = new ArrayList<>(1);
        while (true) {
            Providers.Provider provider = providers.take(passed, tried);
            try {
                if (passed.size() >= Hops.MAX || passed.contains(provider.peer().node())) {
                    throw none(providers.spec().id());
                }
                return attempt.apply(provider, passed);
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

    private static boolean isNoRoute(CallException failure) {
        return failure.code().equals(ErrorCode.UNAVAILABLE)
                && failure.details()
                        .map(details -> details.path(REASON).asString("").equals(NO_ROUTE))
                        .orElse(false);
    }
}
