package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamHandler;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.web.BodyValue;
import dev.alkdev.operations.web.EventStreamOptions;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseStream;
import dev.alkdev.operations.web.TimeLimit;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Reads an operation that answers with server-sent events. Threads may share it. */
final class SseOperation implements StreamHandler {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    final HttpCaller caller;
    private final EventData data;
    private final boolean asksInBody;

    /**
     * A stream over all its connections.
     *
     * @param hub reads the events of a registry's own gateway; null for other APIs
     */
    private record Reading(
            SseStream stream, @Nullable HubEvents hub, Emitter<@Nullable Object> emitter) {}

    /** A failure that another connection would repeat. Never leaves this class. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient CallException failure;

        private EndedException(CallException failure) {
            super(failure.getMessage(), null, false, false);
            this.failure = failure;
        }
    }

    /**
     * A stream.
     *
     * @param asksInBody whether {@code stream: true} in the body makes the server stream
     */
    SseOperation(HttpCaller caller, EventData data, boolean asksInBody) {
        this.caller = caller;
        this.data = data;
        this.asksInBody = asksInBody;
    }

    @Override
    public void handle(JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
            throws InterruptedException {
        EventStreamOptions events = caller.service.events;
        EventStreamOptions options =
                events.withMaxEventBytes(
                        Math.min(events.maxEventBytes(), ResponseMemory.LONGEST_EVENT));
        SseStream stream = new SseStream(caller.operationId, options, caller.service.time);
        context.lastEventId().ifPresent(stream::resumeAfter);
        JsonNode asking = asksInBody ? asking(input) : input;
        HubEvents hub = data.ofHub() ? new HubEvents(caller) : null;
        Reading reading = new Reading(stream, hub, emitter);
        int lost = 0;
        while (true) {
            long before = stream.received();
            CallException failure = null;
            try {
                if (read(asking, context, reading)) {
                    return;
                }
            } catch (EndedException ended) {
                throw ended.failure;
            } catch (CallException lostConnection) {
                failure = lostConnection;
            }
            lost = stream.received() > before ? 1 : lost + 1;
            boolean over = lost > reconnects(hub);
            if (failure != null && (over || !mayReconnect(failure))) {
                throw failure;
            }
            if (over) {
                return;
            }
            caller.service.time.sleep(pause(stream, lost));
        }
    }

    /** How often a lost stream is resumed: another POST would start the work anew. */
    private int reconnects(@Nullable HubEvents hub) {
        boolean resumes = hub == null ? caller.plan().reads() : hub.isResumable();
        return resumes ? caller.service.events.maxReconnects() : 0;
    }

    private static boolean mayReconnect(CallException failure) {
        return failure.retryable() || failure.code().equals(ErrorCode.TIMEOUT);
    }

    private static Duration pause(SseStream stream, int lost) {
        Duration asked = stream.reconnectDelay();
        Duration grown = new Backoff(asked, LONGEST_PAUSE).after(lost);
        return grown.compareTo(asked) > 0 ? grown : asked;
    }

    private static JsonNode asking(JsonNode input) {
        if (!input.isObject()) {
            return input;
        }
        ObjectNode copy = input.deepCopy().asObject();
        JsonNode body = copy.path(InputShape.BODY);
        (body.isObject() ? body.asObject() : copy).putIfAbsent("stream", BooleanNode.TRUE);
        return copy;
    }

    /** Reads one connection; true if the stream is over for good. */
    private boolean read(JsonNode input, OperationContext context, Reading reading)
            throws InterruptedException {
        SseStream stream = reading.stream;
        HubEvents hub = reading.hub;
        Outgoing request = stream.resuming(caller.request(input, context));
        try (TimeLimit limit = caller.limit(context);
                Reply reply = caller.send(request, limit)) {
            if (reply.status() >= 300) {
                limit.guard(reply.body());
                throw caller.failure(reply);
            }
            if (reply.status() == 204 && hub != null) {
                throw new EndedException(hub.incomplete());
            }
            if (reply.status() == 204) {
                return true;
            }
            // The stream has begun: from here on it may take as long as it likes.
            limit.lift();
            HttpMeta meta =
                    new HttpMeta(
                            reply.status(),
                            caller.service.shown(reply.headers()),
                            "text/event-stream",
                            null);
            boolean ended = stream.read(reply, event -> take(event, meta, reading));
            if (hub != null && !ended) {
                throw hub.incomplete();
            }
            return ended;
        } catch (IOException e) {
            throw HttpFailure.of(request, e, null);
        }
    }

    /** Passes an event on. A failed reader or an error event ends the stream for good. */
    private void take(SseEvent event, HttpMeta meta, Reading reading) {
        try (ResponseMemory memory = new ResponseMemory()) {
            memory.takeTree(event.data());
            if (reading.hub == null) {
                reading.emitter.emit(item(event, meta, value(event)));
            } else if (!reading.hub.take(event, meta, reading.emitter::emit)) {
                reading.stream.end();
            }
        } catch (CallException failure) {
            throw new EndedException(failure);
        } catch (IOException interrupted) {
            throw new UncheckedIOException(interrupted);
        }
    }

    private JsonNode value(SseEvent event) {
        return switch (data.form(event.event())) {
            case TEXT -> JsonNodeFactory.instance.stringNode(event.data());
            case JSON -> BodyValue.ofEvent(event.data(), true);
            case GUESS -> BodyValue.ofEvent(event.data(), false);
        };
    }

    static ResponseEnvelope<JsonNode> item(SseEvent event, HttpMeta meta, JsonNode value) {
        String id = event.lastEventId().isEmpty() ? null : event.lastEventId();
        return ResponseEnvelope.http(
                value, meta.withSse(new HttpMeta.Sse(event.event(), id, event.retry())));
    }
}
