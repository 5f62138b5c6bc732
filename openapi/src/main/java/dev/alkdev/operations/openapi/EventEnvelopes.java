package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.SseEvent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.function.Consumer;

/** Emits the events of one connection as the items of a subscription. For one thread. */
record EventEnvelopes(HttpMeta meta, EventData form, Emitter<@Nullable Object> emitter)
        implements Consumer<SseEvent> {

    EventEnvelopes(
            Reply reply,
            HttpServiceOptions service,
            EventData form,
            Emitter<@Nullable Object> emitter) {
        this(
                new HttpMeta(
                        reply.status(), service.shown(reply.headers()), "text/event-stream", null),
                form,
                emitter);
    }

    @Override
    public void accept(SseEvent event) {
        String id = event.lastEventId().isEmpty() ? null : event.lastEventId();
        HttpMeta own = meta.withSse(new HttpMeta.Sse(event.event(), id, event.retry()));
        emitter.emit(ResponseEnvelope.http(data(event), own));
    }

    private JsonNode data(SseEvent event) {
        String text = event.data();
        return switch (form.form(event.event())) {
            case TEXT -> JsonNodeFactory.instance.stringNode(text);
            case JSON -> HttpResult.eventData(text, true);
            case GUESS -> HttpResult.eventData(text, false);
        };
    }
}
