package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.protocol.CallEvent.Requested;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What can be said about a call over a link. Immutable; threads may share it.
 *
 * @param deadline when the call must have ended; null for 30 s from now, or for ever if it is a
 *     subscription
 * @param parentRequestId the call in whose course this one is made
 * @param caller for whom; trusted if this code asks by itself. It counts only if the other end
 *     trusts this one
 * @param metadata what travels besides the input
 * @param window how many items of a subscription may be under way unread
 * @param idleTimeout how long a subscription may stay silent; null for ever
 */
public record CallOptions(
        @Nullable Instant deadline,
        @Nullable String parentRequestId,
        Caller caller,
        Map<String, JsonNode> metadata,
        int window,
        @Nullable Duration idleTimeout) {
    /** The time a call has unless a deadline is given. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** The window of a subscription unless one is given. */
    public static final int DEFAULT_WINDOW = 256;

    private static final CallOptions DEFAULTS =
            new CallOptions(null, null, Caller.trusted(), Map.of(), DEFAULT_WINDOW, null);

    public CallOptions {
        metadata = Map.copyOf(metadata);
        if (window < 1 || window > CallEventReader.MAX_CREDITS) {
            throw new IllegalArgumentException(
                    "window should be from 1 to "
                            + CallEventReader.MAX_CREDITS
                            + " but is "
                            + window);
        }
    }

    public static CallOptions defaults() {
        return DEFAULTS;
    }

    /** The options of a call made in the course of another one. */
    public static CallOptions nestedIn(OperationContext context) {
        return new CallOptions(
                context.deadline().orElse(null),
                context.requestId(),
                context.caller(),
                Hops.without(context.metadata()),
                DEFAULT_WINDOW,
                null);
    }

    public CallOptions withDeadline(Instant deadline) {
        return new CallOptions(deadline, parentRequestId, caller, metadata, window, idleTimeout);
    }

    /** A deadline this far from now, by the machine's clock. */
    public CallOptions withTimeout(Duration timeout) {
        return withDeadline(Instant.now().plus(timeout));
    }

    public CallOptions withParent(String requestId) {
        return new CallOptions(deadline, requestId, caller, metadata, window, idleTimeout);
    }

    public CallOptions withIdentity(Identity identity) {
        return withCaller(Caller.of(identity));
    }

    public CallOptions withCaller(Caller caller) {
        return new CallOptions(deadline, parentRequestId, caller, metadata, window, idleTimeout);
    }

    public CallOptions withMetadata(Map<String, JsonNode> metadata) {
        return new CallOptions(deadline, parentRequestId, caller, metadata, window, idleTimeout);
    }

    public CallOptions withWindow(int window) {
        return new CallOptions(deadline, parentRequestId, caller, metadata, window, idleTimeout);
    }

    public CallOptions withIdleTimeout(Duration idleTimeout) {
        return new CallOptions(deadline, parentRequestId, caller, metadata, window, idleTimeout);
    }

    /** A call of a query or mutation. */
    Requested call(String requestId, String operationId, JsonNode input) {
        return request(requestId, operationId, input, false);
    }

    Requested subscription(String requestId, String operationId, JsonNode input) {
        return request(requestId, operationId, input, true);
    }

    private Requested request(
            String requestId, String operationId, JsonNode input, boolean stream) {
        return new Requested(
                requestId,
                operationId,
                input,
                parentRequestId,
                deadline == null ? null : (Long) Deadlines.millis(deadline),
                caller,
                metadata,
                stream,
                stream ? (Integer) window : null);
    }
}
