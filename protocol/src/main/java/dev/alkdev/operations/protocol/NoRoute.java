package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The failure of a node that forwards a request and has no peer left for it. It names the request:
 * a handler that passes on the failure of its own call reports nothing about the call it answers.
 */
final class NoRoute {
    private static final String REASON = "reason";
    private static final String NO_ROUTE = "no-route";
    private static final String REQUEST_ID = "requestId";

    private NoRoute() {}

    static CallException failure(String operationId, String requestId) {
        return new CallException(
                ErrorCode.UNAVAILABLE,
                "no peer that offers " + operationId + " is connected",
                JsonNodeFactory.instance
                        .objectNode()
                        .put(REASON, NO_ROUTE)
                        .put(REQUEST_ID, requestId),
                true);
    }

    /** Whether a peer reports it for this request. */
    static boolean isFor(String requestId, CallException failure) {
        JsonNode details = failure.details().orElse(null);
        return details != null
                && details.path(REASON).asString("").equals(NO_ROUTE)
                && details.path(REQUEST_ID).asString("").equals(requestId);
    }
}
