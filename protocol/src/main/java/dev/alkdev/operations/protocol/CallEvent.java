package dev.alkdev.operations.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;

/** One message of the call protocol. Every link carries exactly these. */
public sealed interface CallEvent {
    /** The schema of the JSON form {@code {type, id, payload}}. */
    Schema SCHEMA = CallEventSchema.load();

    /** The call this belongs to: a random UUID, made by the caller. */
    String requestId();

    /** The JSON form, as {@link CallEventCodec} writes it. */
    @JsonValue
    default JsonNode toJson() {
        return Json.parse(CallEventWriter.write(this));
    }

    /**
     * Reads the JSON form. Fields it does not know are ignored.
     *
     * @throws IllegalArgumentException saying what is missing or wrong, and where
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static CallEvent fromJson(JsonNode json) {
        return switch (CallEventReader.read(json)) {
            case Decoded.Event(CallEvent event) -> event;
            case Decoded.Unknown(String type) ->
                    throw new IllegalArgumentException("call event: there is no type " + type);
            case Decoded.Malformed malformed ->
                    throw new IllegalArgumentException(malformed.reason());
        };
    }

    /**
     * Asks for an operation.
     *
     * @param parentRequestId the call in whose course this one is made
     * @param deadline in milliseconds since 1970
     * @param caller for whom: trusted if the calling code asks by itself. It counts only where the
     *     link trusts its peer
     * @param stream whether it subscribes or calls; null if it does what fits the operation
     * @param window how many items of a subscription may be under way unread; null for any number
     * @param timeLeft how many milliseconds are left until the deadline when this is sent; counts
     *     before the deadline, since clocks differ
     * @param via the ids of the nodes that the request has passed, the first one first
     */
    record Requested(
            String requestId,
            String operationId,
            JsonNode input,
            @Nullable String parentRequestId,
            @Nullable Long deadline,
            Caller caller,
            Map<String, JsonNode> metadata,
            @Nullable Boolean stream,
            @Nullable Integer window,
            @Nullable Long timeLeft,
            List<String> via)
            implements CallEvent {
        public Requested {
            metadata = Map.copyOf(metadata);
            via = List.copyOf(via);
        }

        /** A request that tells neither the time left nor what it passed, as old peers send it. */
        public Requested(
                String requestId,
                String operationId,
                JsonNode input,
                @Nullable String parentRequestId,
                @Nullable Long deadline,
                Caller caller,
                Map<String, JsonNode> metadata,
                @Nullable Boolean stream,
                @Nullable Integer window) {
            this(
                    requestId,
                    operationId,
                    input,
                    parentRequestId,
                    deadline,
                    caller,
                    metadata,
                    stream,
                    window,
                    null,
                    List.of());
        }

        /** The same request as it leaves: with the time it has left, and what it has passed. */
        Requested leaving(@Nullable Long timeLeft, List<String> via) {
            return new Requested(
                    requestId,
                    operationId,
                    input,
                    parentRequestId,
                    deadline,
                    caller,
                    metadata,
                    stream,
                    window,
                    timeLeft,
                    via);
        }

        /** An anonymous request with nothing but what it must have. */
        public static Requested of(String requestId, String operationId, JsonNode input) {
            return new Requested(
                    requestId,
                    operationId,
                    input,
                    null,
                    null,
                    Caller.anonymous(),
                    Map.of(),
                    null,
                    null);
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
