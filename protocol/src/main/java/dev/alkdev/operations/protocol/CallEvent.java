package dev.alkdev.operations.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.schema.SchemaOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;

/** One message of the call protocol. Every link carries exactly these. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NONE) // the JSON tells
public sealed interface CallEvent {
    /** The schema of the JSON form {@code {type, id, payload}}. */
    Schema SCHEMA = schema("#");

    /** A part of the file, given as a reference into it. */
    private static Schema schema(String part) {
        return Schema.from(() -> load(part));
    }

    /** It refers to the schema of the envelope. */
    private static Schema load(String part) {
        String file = "call-event.schema.json";
        SchemaOptions options =
                SchemaOptions.defaults()
                        .withResolver(envelope -> Optional.of(ResponseEnvelope.SCHEMA.toJson()));
        try (InputStream stream = CallEvent.class.getResourceAsStream(file)) {
            byte[] schema = Objects.requireNonNull(stream, file).readAllBytes();
            return SchemaDocument.of(Json.parse(schema), URI.create("operations:/" + file), options)
                    .at(part);
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

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

    private static <T extends CallEvent> T read(Class<T> type, JsonNode json) {
        CallEvent event = fromJson(json);
        if (!type.isInstance(event)) {
            throw new IllegalArgumentException(
                    "call event: type " + json.path("type") + " is not " + type.getSimpleName());
        }
        return type.cast(event);
    }

    /** Whether it is the last event of its request: its result, end or failure. */
    default boolean isLast() {
        return switch (this) {
            case Responded responded -> responded.sequence() == null;
            case Completed completed -> true;
            case Failed failed -> true;
            case Requested requested -> false;
            case Progressed progressed -> false;
            case Aborted aborted -> false;
            case Credit credit -> false;
        };
    }

    /**
     * A request for an operation. The caller in the call counts only where the link trusts its
     * peer; its deadline is by the clock of whoever sent it.
     *
     * @param stream whether it subscribes or calls; null if it does what fits the operation
     * @param timeLeft how many milliseconds are left until the deadline when this is sent; counts
     *     before the deadline, since clocks differ
     * @param wantsProgress whether the caller wants to know how far the call is
     */
    record Requested(
            Call call, @Nullable Boolean stream, @Nullable Long timeLeft, boolean wantsProgress)
            implements CallEvent {
        /** The schema of the JSON form. */
        public static final Schema SCHEMA = schema("#/$defs/requested");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Requested fromJson(JsonNode json) {
            return read(Requested.class, json);
        }

        /** An anonymous request with nothing but what it must have. */
        public static Requested of(String requestId, String operationId, JsonNode input) {
            Call call =
                    Call.builder()
                            .requestId(requestId)
                            .caller(Caller.anonymous())
                            .to(operationId, input);
            return new Requested(call, null, null, false);
        }

        @Override
        public String requestId() {
            return call.requestId();
        }

        public String operationId() {
            return call.operationId();
        }
    }

    /** How far a call is: {@code call.progress}. Only for a request that asked for it. */
    record Progressed(String requestId, Progress progress) implements CallEvent {
        /** The schema of the JSON form. */
        public static final Schema SCHEMA = schema("#/$defs/progress");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Progressed fromJson(JsonNode json) {
            return read(Progressed.class, json);
        }
    }

    /**
     * The result of a call, or one item of a subscription.
     *
     * @param sequence the number of the item, from 0 on; null for the result of a call
     */
    record Responded(String requestId, ResponseEnvelope<JsonNode> output, @Nullable Long sequence)
            implements CallEvent {
        /** The schema of the JSON form. */
        public static final Schema SCHEMA = schema("#/$defs/responded");

        public Responded {
            Objects.requireNonNull(requestId, "requestId");
            Objects.requireNonNull(output, "output");
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Responded fromJson(JsonNode json) {
            return read(Responded.class, json);
        }
    }

    /** The end of a subscription. */
    record Completed(String requestId) implements CallEvent {
        /** The schema of the JSON form. */
        public static final Schema SCHEMA = schema("#/$defs/completed");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Completed fromJson(JsonNode json) {
            return read(Completed.class, json);
        }
    }

    /** The failure of a call or subscription: {@code call.error}. */
    record Failed(
            String requestId,
            String code,
            String message,
            @Nullable JsonNode details,
            boolean retryable)
            implements CallEvent {
        /** The schema of the JSON form. */
        public static final Schema SCHEMA = schema("#/$defs/error");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Failed fromJson(JsonNode json) {
            return read(Failed.class, json);
        }

        public static Failed of(String requestId, CallException failure) {
            return new Failed(
                    requestId,
                    failure.code(),
                    failure.getMessage(),
                    failure.details().orElse(null),
                    failure.retryable());
        }
    }

    /** The caller is no longer interested. */
    record Aborted(String requestId) implements CallEvent {
        /** The schema of the JSON form. */
        public static final Schema SCHEMA = schema("#/$defs/aborted");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Aborted fromJson(JsonNode json) {
            return read(Aborted.class, json);
        }
    }

    /** The reader of a subscription has read so many items, and is ready for as many more. */
    record Credit(String requestId, int credits) implements CallEvent {
        /** The schema of the JSON form. */
        public static final Schema SCHEMA = schema("#/$defs/credit");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Credit fromJson(JsonNode json) {
            return read(Credit.class, json);
        }
    }
}
