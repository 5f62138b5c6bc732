package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** The JSON form of events, written straight to UTF-8. */
final class CallEventWriter {
    private CallEventWriter() {}

    static byte[] write(CallEvent event) {
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
        json.writeStringProperty("operationId", requested.operationId());
        writeTree("input", requested.input(), json);
        if (requested.parentRequestId() != null) {
            json.writeStringProperty("parentRequestId", requested.parentRequestId());
        }
        if (requested.deadline() != null) {
            json.writeNumberProperty("deadline", requested.deadline());
        }
        switch (requested.caller()) {
            case Caller.Authenticated(Identity identity) -> writeIdentity(identity, json);
            case Caller.Trusted trusted -> json.writeBooleanProperty("trusted", true);
            case Caller.Anonymous anonymous -> {}
        }
        if (!requested.metadata().isEmpty()) {
            json.writeObjectPropertyStart("metadata");
            requested.metadata().forEach((name, value) -> writeTree(name, value, json));
            json.writeEndObject();
        }
        if (requested.stream() != null) {
            json.writeBooleanProperty("stream", requested.stream());
        }
        if (requested.window() != null) {
            json.writeNumberProperty("window", requested.window());
        }
        if (requested.timeLeft() != null) {
            json.writeNumberProperty("timeLeft", requested.timeLeft());
        }
        if (!requested.via().isEmpty()) {
            json.writeArrayPropertyStart("via");
            requested.via().forEach(json::writeString);
            json.writeEndArray();
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
        json.writeName(name);
        json.writeTree(tree);
    }
}
