package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/** The events of one subscription over all its connections. For one thread. */
final class SseStream {
    private static final Logger LOG = LoggerFactory.getLogger(SseStream.class);

    /** For all streams: a caller may open any number of them. */
    private static final LogCounter UNKNOWN_LINES = new LogCounter();

    private static final int CHUNK = 16 * 1024;

    private final String operationId;
    private final EventStreamOptions options;
    private final HttpServiceConfig config;
    private final EventData form;
    private final Emitter<@Nullable Object> emitter;
    private final byte[] buffer = new byte[CHUNK];
    private String lastEventId = "";
    private Duration reconnectDelay;
    private long received;
    private boolean warned;
    private boolean ended;

    SseStream(
            String operationId,
            HttpServiceConfig config,
            EventData form,
            Emitter<@Nullable Object> emitter) {
        this.operationId = operationId;
        this.config = config;
        this.options = config.events();
        this.form = form;
        this.emitter = emitter;
        this.reconnectDelay = options.reconnectDelay();
    }

    /** Begins where a reader lost the stream before. */
    void resumeAfter(String eventId) {
        lastEventId = eventId;
    }

    String lastEventId() {
        return lastEventId;
    }

    /** The pause the server asked for, or else the configured one. */
    Duration reconnectDelay() {
        return reconnectDelay;
    }

    /** How many events have come so far. */
    long received() {
        return received;
    }

    /** Reads a connection to its end; true if the server said that this was all. */
    boolean read(Reply reply, TimeSource time) throws IOException {
        HttpMeta meta =
                new HttpMeta(
                        reply.status(), config.shown(reply.headers()), "text/event-stream", null);
        SseParser parser =
                new SseParser(event -> emit(event, meta), options.maxEventBytes())
                        .resumingAfter(lastEventId);
        Duration allowed = options.idleTimeout();
        IdleGuard guard = allowed == null ? null : new IdleGuard(reply.body(), time, allowed);
        try {
            int count = 0;
            while (count >= 0 && !ended) {
                parser.feed(buffer, 0, count);
                after(parser);
                count = guard == null ? reply.body().read(buffer) : guard.read(buffer);
            }
            if (guard != null && guard.hasExpired()) {
                throw idle();
            }
            return ended;
        } catch (IOException e) {
            if (guard != null && guard.hasExpired()) {
                throw idle();
            }
            throw e;
        } catch (IllegalStateException tooLong) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR, String.valueOf(tooLong.getMessage()));
        } finally {
            if (guard != null) {
                guard.close();
            }
        }
    }

    private CallException idle() {
        return new CallException(
                ErrorCode.TIMEOUT,
                "the server sent nothing for "
                        + Objects.requireNonNull(options.idleTimeout()).toMillis()
                        + " ms");
    }

    private void after(SseParser parser) {
        lastEventId = parser.lastEventId();
        parser.retry().ifPresent(millis -> reconnectDelay = Duration.ofMillis(millis));
        if (parser.unknownFields() > 0 && !warned) {
            warned = true;
            warn(parser.firstUnknownLine());
        }
    }

    private void warn(String line) {
        if (UNKNOWN_LINES.due(operationId) > 0) {
            LOG.warn(
                    "{} sends lines that are no server-sent events; they are skipped. The first"
                            + " is: {}",
                    operationId,
                    line);
        }
    }

    private void emit(SseEvent event, HttpMeta meta) {
        if (ended) {
            return;
        }
        received++;
        if (event.data().equals(options.endMarker())) {
            ended = true;
            return;
        }
        String id = event.lastEventId().isEmpty() ? null : event.lastEventId();
        HttpMeta own = meta.withSse(new HttpMeta.Sse(event.event(), id, event.retry()));
        emitter.emit(ResponseEnvelope.http(data(event), own));
    }

    private JsonNode data(SseEvent event) {
        String text = event.data();
        return switch (form.form(event.event())) {
            case TEXT -> JsonNodeFactory.instance.stringNode(text);
            case JSON -> HttpResult.eventData(text, true);
            case BY_ITS_LOOKS -> HttpResult.eventData(text, false);
        };
    }
}
