package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.TimeSource;
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
 * @param timeout how long each call may take, from its start; null if there is a deadline or none
 */
public record CallOptions(
        @Nullable Instant deadline,
        @Nullable String parentRequestId,
        Caller caller,
        Map<String, JsonNode> metadata,
        int window,
        @Nullable Duration idleTimeout,
        @Nullable Duration timeout) {
    /** The time a call has unless a deadline is given. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** The window of a subscription unless one is given. */
    public static final int DEFAULT_WINDOW = 256;

    private static final CallOptions DEFAULTS =
            new CallOptions(null, null, Caller.trusted(), Map.of(), DEFAULT_WINDOW, null, null);

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
                null,
                null);
    }

    /** A point in time for the end of all calls, in place of a timeout. */
    public CallOptions withDeadline(Instant deadline) {
        return new CallOptions(
                deadline, parentRequestId, caller, metadata, window, idleTimeout, null);
    }

    /** The time that each call has from its start, in place of a deadline. */
    public CallOptions withTimeout(Duration timeout) {
        return new CallOptions(
                null, parentRequestId, caller, metadata, window, idleTimeout, timeout);
    }

    /** The options of a call that starts now: a timeout has become a deadline. */
    CallOptions startingNow(TimeSource time) {
        return timeout == null
                ? this
                : withDeadline(Instant.ofEpochMilli(Deadlines.after(time.millis(), timeout)));
    }

    public CallOptions withParent(String requestId) {
        return new CallOptions(deadline, requestId, caller, metadata, window, idleTimeout, timeout);
    }

    public CallOptions withIdentity(Identity identity) {
        return withCaller(Caller.of(identity));
    }

    public CallOptions withCaller(Caller caller) {
        return new CallOptions(
                deadline, parentRequestId, caller, metadata, window, idleTimeout, timeout);
    }

    public CallOptions withMetadata(Map<String, JsonNode> metadata) {
        return new CallOptions(
                deadline, parentRequestId, caller, metadata, window, idleTimeout, timeout);
    }

    public CallOptions withWindow(int window) {
        return new CallOptions(
                deadline, parentRequestId, caller, metadata, window, idleTimeout, timeout);
    }

    public CallOptions withIdleTimeout(Duration idleTimeout) {
        return new CallOptions(
                deadline, parentRequestId, caller, metadata, window, idleTimeout, timeout);
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
