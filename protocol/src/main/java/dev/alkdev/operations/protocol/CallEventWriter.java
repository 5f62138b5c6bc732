package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Progressed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.JsonBytes;

import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

import java.util.Set;
import java.util.stream.Stream;

/** The JSON form of events, written straight to UTF-8. */
final class CallEventWriter {
    static final String LAST_EVENT_ID = "lastEventId";
    private static final JsonNode NULL = NullNode.getInstance();

    private CallEventWriter() {}

    static byte[] write(CallEvent event) {
        JsonBytes json = JsonBytes.take();
        try {
            if (event instanceof Responded responded
                    && responded.output().meta() instanceof LocalMeta meta) {
                return writeLocal(responded, meta, json).toByteArray();
            }
            json.startObject().member("type", type(event)).member("id", event.requestId());
            json.name("payload").startObject().member("requestId", event.requestId());
            writePayload(event, json);
            return json.endObject().endObject().toByteArray();
        } finally {
            json.giveBack();
        }
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

    private static void writePayload(CallEvent event, JsonBytes json) {
        switch (event) {
            case Requested requested -> writeRequested(requested, json);
            case Responded responded -> {
                json.name("output").startObject();
                writeMember("data", responded.output().data(), json);
                writeMember("meta", responded.output().meta().toJson(), json);
                json.endObject();
                if (responded.sequence() != null) {
                    json.member("sequence", responded.sequence());
                }
            }
            case Failed failed -> writeFailed(failed, json);
            case Credit credit -> json.member("credits", credit.credits());
            case Progressed progressed -> writeProgress(progressed.progress(), json);
            case Completed completed -> {}
            case Aborted aborted -> {}
        }
    }

    /** What most events are, from parts that {@link UnreadResult} compares. */
    private static JsonBytes writeLocal(Responded event, LocalMeta meta, JsonBytes json) {
        json.raw(UnreadResult.HEAD).characters(event.requestId());
        json.raw(UnreadResult.PAYLOAD).characters(event.requestId());
        json.raw(UnreadResult.DATA);
        writeTree("data", event.output().data(), json);
        json.raw(UnreadResult.META).characters(meta.operationId());
        json.raw(UnreadResult.TIMESTAMP).number(meta.timestamp());
        if (meta.eventId() != null) {
            json.raw(UnreadResult.EVENT_ID).characters(meta.eventId());
            json.raw(UnreadResult.END_OF_TEXT);
        }
        json.raw(UnreadResult.END_OF_OUTPUT);
        if (event.sequence() != null) {
            json.raw(UnreadResult.SEQUENCE).number(event.sequence());
        }
        return json.raw(UnreadResult.END);
    }

    private static void writeRequested(Requested requested, JsonBytes json) {
        Call call = requested.call();
        json.member("operationId", call.operationId());
        writeMember("input", call.input(), json);
        call.parentRequestId().ifPresent(id -> json.member("parentRequestId", id));
        call.deadline().ifPresent(time -> json.member("deadline", time.toEpochMilli()));
        switch (call.caller()) {
            case Caller.Authenticated(Identity identity) -> writeIdentity(identity, json);
            case Caller.Trusted trusted -> json.member("trusted", true);
            case Caller.Anonymous anonymous -> {}
        }
        writeMetadata(call, json);
        if (requested.stream() != null) {
            json.member("stream", requested.stream());
        }
        call.window().ifPresent(items -> json.member("window", items));
        if (requested.timeLeft() != null) {
            json.member("timeLeft", requested.timeLeft());
        }
        call.extension().ifPresent(step -> json.member("extension", Deadlines.millis(step)));
        if (requested.wantsProgress()) {
            json.member("progress", true);
        }
        if (!call.via().isEmpty()) {
            writeTexts("via", call.via().stream(), json);
        }
    }

    /**
     * The place to resume travels in the metadata, where older peers read it; beside the metadata
     * if the caller's own metadata has an entry of that name.
     */
    private static void writeMetadata(Call call, JsonBytes json) {
        String lastEventId = call.lastEventId().orElse(null);
        if (call.metadata().containsKey(LAST_EVENT_ID)) {
            JsonNode place = lastEventId == null ? NULL : StringNode.valueOf(lastEventId);
            writeMember(LAST_EVENT_ID, place, json);
            lastEventId = null;
        }
        if (!call.metadata().isEmpty() || lastEventId != null) {
            json.name("metadata").startObject();
            call.metadata().forEach((name, value) -> writeMember(name, value, json));
            if (lastEventId != null) {
                json.member(LAST_EVENT_ID, lastEventId);
            }
            json.endObject();
        }
    }

    private static void writeProgress(Progress progress, JsonBytes json) {
        json.name("progress").number(progress.amount());
        if (progress.total() != null) {
            json.name("total").number(progress.total());
        }
        if (progress.message() != null) {
            json.member("message", progress.message());
        }
        if (progress.more() != null) {
            writeMember("more", progress.more(), json);
        }
    }

    private static void writeIdentity(Identity identity, JsonBytes json) {
        Set<String> operations = identity.operations();
        // A peer that does not know limits must not find the identity without them.
        json.name(operations == null ? "identity" : "limitedIdentity").startObject();
        json.member("id", identity.id());
        writeTexts("scopes", identity.scopes().stream().sorted(), json);
        json.name("resources").startObject();
        identity.resources()
                .forEach((name, actions) -> writeTexts(name, actions.stream().sorted(), json));
        json.endObject();
        if (operations != null) {
            writeTexts("operations", operations.stream().sorted(), json);
        }
        json.endObject();
    }

    private static void writeTexts(String name, Stream<String> texts, JsonBytes json) {
        json.name(name).startArray();
        texts.forEach(text -> json.element().text(text));
        json.endArray();
    }

    private static void writeFailed(Failed failed, JsonBytes json) {
        json.member("code", failed.code());
        json.member("message", failed.message());
        if (failed.details() != null) {
            writeMember("details", failed.details(), json);
        }
        if (failed.retryable()) {
            json.member("retryable", true);
        }
    }

    private static void writeMember(String name, JsonNode tree, JsonBytes json) {
        writeTree(name, tree, json.name(name));
    }

    private static void writeTree(String name, JsonNode tree, JsonBytes json) {
        try {
            json.tree(tree);
        } catch (IllegalArgumentException e) {
            // Jackson would have written a text, and the other end would not notice.
            throw new CallException(
                    ErrorCode.VALIDATION_ERROR,
                    "the event cannot be written: "
                            + name
                            + Json.findNonFinite(tree).orElse("")
                            + " is NaN or infinite, which is no JSON number");
        } catch (StreamConstraintsException e) {
            throw new CallException(
                    ErrorCode.VALIDATION_ERROR,
                    "the event cannot be written: " + name + ": " + e.getOriginalMessage());
        }
    }
}
