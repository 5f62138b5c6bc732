package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationContext;

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
 * @param identity for whom; it counts only if the other end trusts this one
 * @param metadata what travels besides the input
 * @param window how many items of a subscription may be under way unread
 * @param idleTimeout how long a subscription may stay silent; null for ever
 */
public record CallOptions(
        @Nullable Instant deadline,
        @Nullable String parentRequestId,
        @Nullable Identity identity,
        Map<String, JsonNode> metadata,
        int window,
        @Nullable Duration idleTimeout) {
    /** The time a call has unless a deadline is given. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** The window of a subscription unless one is given. */
    public static final int DEFAULT_WINDOW = 256;

    private static final CallOptions DEFAULTS =
            new CallOptions(null, null, null, Map.of(), DEFAULT_WINDOW, null);

    public CallOptions {
        metadata = Map.copyOf(metadata);
        if (window < 1) {
            throw new IllegalArgumentException("window should be at least 1 but is " + window);
        }
    }

    public static CallOptions defaults() {
        return DEFAULTS;
    }

    /** The options of a call made in the course of another one. */
    public static CallOptions nestedIn(OperationContext context) {
        Identity identity =
                context.caller() instanceof Caller.Authenticated known ? known.identity() : null;
        return new CallOptions(
                context.deadline().orElse(null),
                context.requestId(),
                identity,
                context.metadata(),
                DEFAULT_WINDOW,
                null);
    }

    public CallOptions withDeadline(Instant deadline) {
        return new CallOptions(deadline, parentRequestId, identity, metadata, window, idleTimeout);
    }

    /** A deadline this far from now, by the machine's clock. */
    public CallOptions withTimeout(Duration timeout) {
        return withDeadline(Instant.now().plus(timeout));
    }

    public CallOptions withParent(String requestId) {
        return new CallOptions(deadline, requestId, identity, metadata, window, idleTimeout);
    }

    public CallOptions withIdentity(Identity identity) {
        return new CallOptions(deadline, parentRequestId, identity, metadata, window, idleTimeout);
    }

    public CallOptions withMetadata(Map<String, JsonNode> metadata) {
        return new CallOptions(deadline, parentRequestId, identity, metadata, window, idleTimeout);
    }

    public CallOptions withWindow(int window) {
        return new CallOptions(deadline, parentRequestId, identity, metadata, window, idleTimeout);
    }

    public CallOptions withIdleTimeout(Duration idleTimeout) {
        return new CallOptions(deadline, parentRequestId, identity, metadata, window, idleTimeout);
    }
}
