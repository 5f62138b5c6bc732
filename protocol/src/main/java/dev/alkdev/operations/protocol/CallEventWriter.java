package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Progressed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** The JSON form of events, written straight to UTF-8. */
final class CallEventWriter {
    static final String LAST_EVENT_ID = "lastEventId";

    private CallEventWriter() {}

    static byte[] write(CallEvent event) {
        byte[] plain = event instanceof Responded result ? LocalResultWriter.write(result) : null;
        return plain == null ? writeAny(event) : plain;
    }

    /** Writes an event of any form. */
    static byte[] writeAny(CallEvent event) {
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream(1_024);
        try (JsonGenerator json = Json.mapper().createGenerator(utf8)) {
            json.writeStartObject();
            json.writeStringProperty("type", type(event));
            json.writeStringProperty("id", event.requestId());
            json.writeObjectPropertyStart("payload");
            json.writeStringProperty("requestId", event.requestId());
            writePayload(event, json);
            json.writeEndObject();
            json.writeEndObject();
        }
        return utf8.toByteArray();
    }

    static String type(CallEvent event) {
        return switch (event) {
            case Requested requested -> "call.requested";
            case Responded responded -> "call.responded";
            case Completed completed -> "call.completed";
            case Failed failed -> "call.error";
            case Aborted aborted -> "call.aborted";
            case Credit credit -> "call.credit";
            case Progressed progressed -> "call.progress";
        };
    }

    private static void writePayload(CallEvent event, JsonGenerator json) {
        switch (event) {
            case Requested requested -> writeRequested(requested, json);
            case Responded responded -> {
                writeEnvelope(responded.output(), json);
                if (responded.sequence() != null) {
                    json.writeNumberProperty("sequence", responded.sequence());
                }
            }
            case Failed failed -> writeFailed(failed, json);
            case Credit credit -> json.writeNumberProperty("credits", credit.credits());
            case Progressed progressed -> writeProgress(progressed.progress(), json);
            case Completed completed -> {}
            case Aborted aborted -> {}
        }
    }

    /** As {@link ResponseEnvelope#toJson}, without the tree. */
    private static void writeEnvelope(ResponseEnvelope<JsonNode> output, JsonGenerator json) {
        json.writeObjectPropertyStart("output");
        writeTree("data", output.data(), json);
        if (output.meta() instanceof LocalMeta local) {
            json.writeObjectPropertyStart("meta");
            json.writeStringProperty("source", local.source());
            json.writeStringProperty("operationId", local.operationId());
            json.writeNumberProperty("timestamp", local.timestamp());
            if (local.eventId() != null) {
                json.writeStringProperty("eventId", local.eventId());
            }
            json.writeEndObject();
        } else {
            writeTree("meta", output.meta().toJson(), json);
        }
        json.writeEndObject();
    }

    private static void writeRequested(Requested requested, JsonGenerator json) {
        Call call = requested.call();
        json.writeStringProperty("operationId", call.operationId());
        writeTree("input", call.input(), json);
        call.parentRequestId().ifPresent(id -> json.writeStringProperty("parentRequestId", id));
        call.deadline()
                .ifPresent(time -> json.writeNumberProperty("deadline", time.toEpochMilli()));
        switch (call.caller()) {
            case Caller.Authenticated(Identity identity) -> writeIdentity(identity, json);
            case Caller.Trusted trusted -> json.writeBooleanProperty("trusted", true);
            case Caller.Anonymous anonymous -> {}
        }
        writeMetadata(call, json);
        if (requested.stream() != null) {
            json.writeBooleanProperty("stream", requested.stream());
        }
        call.window().ifPresent(items -> json.writeNumberProperty("window", items));
        if (requested.timeLeft() != null) {
            json.writeNumberProperty("timeLeft", requested.timeLeft());
        }
        if (requested.wantsProgress()) {
            json.writeBooleanProperty("progress", true);
        }
        if (!call.via().isEmpty()) {
            json.writeArrayPropertyStart("via");
            call.via().forEach(json::writeString);
            json.writeEndArray();
        }
    }

    /** The place to resume travels among the metadata, where older peers look for it. */
    private static void writeMetadata(Call call, JsonGenerator json) {
        if (!call.metadata().isEmpty() || call.lastEventId().isPresent()) {
            json.writeObjectPropertyStart("metadata");
            call.metadata().forEach((name, value) -> writeTree(name, value, json));
            call.lastEventId().ifPresent(id -> json.writeStringProperty(LAST_EVENT_ID, id));
            json.writeEndObject();
        }
    }

    private static void writeProgress(Progress progress, JsonGenerator json) {
        json.writeNumberProperty("progress", progress.amount());
        if (progress.total() != null) {
            json.writeNumberProperty("total", progress.total());
        }
        if (progress.message() != null) {
            json.writeStringProperty("message", progress.message());
        }
    }

    private static void writeIdentity(Identity identity, JsonGenerator json) {
        json.writeObjectPropertyStart("identity");
        json.writeStringProperty("id", identity.id());
        json.writeArrayPropertyStart("scopes");
        identity.scopes().stream().sorted().forEach(json::writeString);
        json.writeEndArray();
        json.writeObjectPropertyStart("resources");
        identity.resources()
                .forEach(
                        (resource, actions) -> {
                            json.writeArrayPropertyStart(resource);
                            actions.stream().sorted().forEach(json::writeString);
                            json.writeEndArray();
                        });
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeFailed(Failed failed, JsonGenerator json) {
        json.writeStringProperty("code", failed.code());
        json.writeStringProperty("message", failed.message());
        if (failed.details() != null) {
            writeTree("details", failed.details(), json);
        }
        if (failed.retryable()) {
            json.writeBooleanProperty("retryable", true);
        }
    }

    private static void writeTree(String name, JsonNode tree, JsonGenerator json) {
        checkFinite(name, tree);
        json.writeName(name);
        json.writeTree(tree);
    }

    /**
     * Refuses numbers that JSON has not.
     *
     * @param name of the member that is the tree
     */
    static void checkFinite(String name, JsonNode tree) {
        Optional<String> other = Json.findNonFinite(tree);
        if (other.isPresent()) {
            // Jackson would write a text, and the other end would not notice.
            throw new CallException(
                    ErrorCode.VALIDATION_ERROR,
                    "the event cannot be written: "
                            + name
                            + other.get()
                            + " is NaN or infinite, which is no JSON number");
        }
    }
}
