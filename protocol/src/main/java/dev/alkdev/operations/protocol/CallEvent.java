package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** One message of the call protocol. Every link carries exactly these. */
public sealed interface CallEvent {

    /** The call this belongs to: a random UUID, made by the caller. */
    String requestId();

    /**
     * Asks for an operation.
     *
     * @param parentRequestId the call in whose course this one is made
     * @param deadline in milliseconds since 1970
     * @param identity for whom; it counts only where the link trusts its peer
     * @param window how many items of a subscription may be under way unread; null for any number
     */
    record Requested(
            String requestId,
            String operationId,
            JsonNode input,
            @Nullable String parentRequestId,
            @Nullable Long deadline,
            @Nullable Identity identity,
            Map<String, JsonNode> metadata,
            @Nullable Integer window)
            implements CallEvent {
        public Requested {
            metadata = Map.copyOf(metadata);
        }

        /** A request with nothing but what it must have. */
        public static Requested of(String requestId, String operationId, JsonNode input) {
            return new Requested(requestId, operationId, input, null, null, null, Map.of(), null);
        }
    }

    /**
     * The result of a call, or one item of a subscription.
     *
     * @param sequence the number of the item, from 0 on; null for the result of a call
     */
    record Responded(String requestId, ResponseEnvelope<JsonNode> output, @Nullable Long sequence)
            implements CallEvent {}

    /** The end of a subscription. */
    record Completed(String requestId) implements CallEvent {}

    /** The failure of a call or subscription: {@code call.error}. */
    record Failed(
            String requestId,
            String code,
            String message,
            @Nullable JsonNode details,
            boolean retryable)
            implements CallEvent {

        public static Failed of(String requestId, CallException failure) {
            return new Failed(
                    requestId,
                    failure.code(),
                    failure.getMessage(),
                    failure.details().orElse(null),
                    failure.retryable());
        }

        public CallException toException() {
            return new CallException(code, message, details, retryable);
        }
    }

    /** The caller is no longer interested. */
    record Aborted(String requestId) implements CallEvent {}

    /** The reader of a subscription has read so many items, and is ready for as many more. */
    record Credit(String requestId, int credits) implements CallEvent {}
}
