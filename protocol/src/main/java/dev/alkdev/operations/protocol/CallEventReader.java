package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Progressed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads the JSON form of events. */
final class CallEventReader {
    /** The largest window, and the most credit of one event. */
    static final int MAX_CREDITS = 1_000_000;

    private static final int MAX_REQUEST_ID = 200;
    private static final int MAX_OPERATION_ID = 500;

    /** What reads the payload of each type. */
    private static final Map<String, Function<JsonFields, CallEvent>> TYPES =
            Map.of(
                    "call.requested", CallEventReader::requested,
                    "call.responded", CallEventReader::responded,
                    "call.completed", payload -> new Completed(requestId(payload)),
                    "call.error", CallEventReader::failed,
                    "call.aborted", payload -> new Aborted(requestId(payload)),
                    "call.credit",
                            payload -> new Credit(requestId(payload), count(payload, "credits")),
                    "call.progress", CallEventReader::progressed);

    private CallEventReader() {}

    /**
     * Reads an event, or reports that its type is unknown.
     *
     * @throws IllegalArgumentException saying what is missing or wrong, and where
     */
    static Decoded read(JsonNode json) {
        JsonFields event = JsonFields.of("call event", json);
        String type = event.text("type");
        Function<JsonFields, CallEvent> reader = TYPES.get(type);
        if (reader == null) {
            return new Decoded.Unknown(type);
        }
        CallEvent known = reader.apply(event.object("payload"));
        JsonNode id = event.any("id");
        // An event may name its request once or twice, but not two of them.
        if (id != null && !(id.isString() && id.stringValue().equals(known.requestId()))) {
            throw event.wrong("id", "the requestId of the payload");
        }
        return new Decoded.Event(known);
    }

    private static String requestId(JsonFields payload) {
        String requestId = payload.text("requestId");
        if (!isRequestId(requestId)) {
            throw payload.wrong("requestId", "a string of 1 to " + MAX_REQUEST_ID + " characters");
        }
        return requestId;
    }

    static boolean isRequestId(String text) {
        return !text.isEmpty() && text.length() <= MAX_REQUEST_ID;
    }

    /**
     * Checks the id of a request before it is sent, since the other end drops what it cannot name.
     *
     * @throws CallException {@code VALIDATION_ERROR} if no event can carry it
     */
    static void requireRequestId(String id) {
        if (!isRequestId(id)) {
            throw new CallException(
                    ErrorCode.VALIDATION_ERROR,
                    "the request id should have 1 to "
                            + MAX_REQUEST_ID
                            + " characters but has "
                            + id.length());
        }
    }

    private static Requested requested(JsonFields payload) {
        return new Requested(
                call(payload),
                payload.isAbsent("stream") ? null : (Boolean) payload.bool("stream"),
                payload.optionalLong("timeLeft"),
                payload.bool("progress", false));
    }

    private static Call call(JsonFields payload) {
        CallBuilder call =
                Call.builder()
                        .requestId(requestId(payload))
                        .caller(caller(payload))
                        .via(via(payload));
        String parent = payload.optionalText("parentRequestId");
        if (parent != null) {
            call.parentRequestId(parent);
        }
        Long deadline = payload.optionalLong("deadline");
        if (deadline != null) {
            call.deadline(Math.clamp(deadline, 0, Deadlines.LAST));
        }
        Long extension = payload.optionalLong("extension");
        if (extension != null && extension > 0) {
            // How far it goes is for the receiver to decide.
            call.extendable(Duration.ofMillis(extension), Deadlines.LAST);
        }
        if (payload.any("window") != null) {
            call.window(count(payload, "window"));
        }
        Map<String, JsonNode> metadata = metadata(payload);
        String lastEventId = lastEventId(payload, metadata);
        if (lastEventId != null) {
            call.lastEventId(lastEventId);
        }
        return call.metadata(metadata).to(operationId(payload), input(payload));
    }

    /** JSON has no undefined: a call without input lacks the field. */
    private static JsonNode input(JsonFields payload) {
        JsonNode input = payload.any("input");
        return input == null ? JsonNodeFactory.instance.objectNode() : input;
    }

    /**
     * The place to resume: of the payload if it has the field, which is null where there is none;
     * else it is taken out of the metadata, where most requests have it.
     */
    private static @Nullable String lastEventId(
            JsonFields payload, Map<String, JsonNode> metadata) {
        if (payload.any(CallEventWriter.LAST_EVENT_ID) != null) {
            return payload.optionalText(CallEventWriter.LAST_EVENT_ID);
        }
        JsonNode inMetadata = metadata.get(CallEventWriter.LAST_EVENT_ID);
        if (inMetadata == null || !inMetadata.isString()) {
            return null;
        }
        metadata.remove(CallEventWriter.LAST_EVENT_ID);
        return inMetadata.asString();
    }

    private static String operationId(JsonFields payload) {
        String id = payload.text("operationId");
        if (id.length() > MAX_OPERATION_ID) {
            throw payload.wrong("operationId", "a string of at most " + MAX_OPERATION_ID);
        }
        return id;
    }

    private static List<String> via(JsonFields payload) {
        if (payload.isAbsent("via")) {
            return List.of();
        }
        List<String> via = payload.texts("via");
        if (via.size() > Providers.MAX_NODES || via.stream().anyMatch(id -> !isRequestId(id))) {
            throw payload.wrong(
                    "via", "at most " + Providers.MAX_NODES + " strings of 1 to 200 characters");
        }
        return via;
    }

    private static Caller caller(JsonFields payload) {
        boolean trusted = payload.bool("trusted", false);
        if (!payload.isAbsent("limitedIdentity")) {
            JsonFields limited = payload.object("limitedIdentity");
            List<String> operations = limited.texts("operations");
            return Caller.of(identity(limited).onlyOperations(operations.toArray(String[]::new)));
        }
        if (payload.isAbsent("identity")) {
            return trusted ? Caller.trusted() : Caller.anonymous();
        }
        return Caller.of(identity(payload.object("identity")));
    }

    private static Identity identity(JsonFields identity) {
        Map<String, Set<String>> resources = new LinkedHashMap<>();
        if (!identity.isAbsent("resources")) {
            JsonFields given = identity.object("resources");
            for (Map.Entry<String, JsonNode> entry : given.entries()) {
                resources.put(entry.getKey(), new LinkedHashSet<>(given.texts(entry.getKey())));
            }
        }
        Set<String> scopes = new LinkedHashSet<>(identity.texts("scopes"));
        return new Identity(identity.text("id"), scopes, resources);
    }

    private static Map<String, JsonNode> metadata(JsonFields payload) {
        JsonNode metadata = payload.optionalObject("metadata");
        if (metadata == null) {
            return new LinkedHashMap<>();
        }
        Map<String, JsonNode> entries = new LinkedHashMap<>();
        metadata.forEachEntry(entries::put);
        return entries;
    }

    private static Responded responded(JsonFields payload) {
        return new Responded(
                requestId(payload),
                ResponseEnvelope.fromJson(payload.required("output")),
                payload.optionalLong("sequence"));
    }

    private static Failed failed(JsonFields payload) {
        return new Failed(
                requestId(payload),
                payload.text("code"),
                payload.text("message"),
                payload.any("details"),
                payload.bool("retryable", false));
    }

    private static Progressed progressed(JsonFields payload) {
        Double amount = payload.optionalNumber("progress");
        if (amount == null) {
            throw payload.wrong("progress", "a number");
        }
        return new Progressed(
                requestId(payload),
                new Progress(
                        amount,
                        payload.optionalNumber("total"),
                        payload.optionalText("message"),
                        payload.optionalObject("more") instanceof ObjectNode more ? more : null));
    }

    private static int count(JsonFields payload, String field) {
        JsonNode count = payload.required(field);
        boolean isWhole = count.canConvertToExactIntegral() && count.canConvertToInt();
        if (!isWhole || count.intValue() < 1 || count.intValue() > MAX_CREDITS) {
            throw payload.wrong(field, "an integer from 1 to " + MAX_CREDITS);
        }
        return count.intValue();
    }
}
