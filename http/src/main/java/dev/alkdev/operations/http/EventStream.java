package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.schema.JsonBytes;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * One subscription on its way to a client, as server-sent events. Its only thread runs the handler;
 * another writes while there are events. Threads share it.
 */
final class EventStream implements StreamSink {
    private static final Logger LOG = LoggerFactory.getLogger(RestGateway.class);
    private static final String GONE = "the client closed the connection";
    private static final LogCounter UNWRITABLE = new LogCounter();

    private static final byte[] ITEM = ascii("event: item");
    private static final byte[] ITEM_ERROR = ascii("event: item-error");
    private static final byte[] ID = ascii("\nid: ");
    private static final byte[] RETRY = ascii("\nretry: ");
    private static final byte[] DATA = ascii("\ndata: ");
    private static final byte[] END = ascii("\n\n");
    private static final byte[] ERROR = ascii("event: error\ndata: ");
    private static final byte[] COMPLETE = ascii("event: complete\ndata: {}\n\n");

    private final EventStreams streams;
    private final OperationRequest asked;
    private final Runnable finished;
    private final EventOutbox outbox;
    private final Cancellation cancellation;
    private volatile boolean opened;

    /**
     * A stream.
     *
     * @param cancellation of its call, which ends with its client
     * @param finished run once after it was opened: all is written, or nothing more can be
     */
    EventStream(
            EventStreams streams,
            OperationRequest asked,
            Cancellation cancellation,
            Runnable finished)
            throws IOException {
        this.streams = streams;
        this.cancellation = cancellation;
        this.asked = asked;
        this.finished = finished;
        OutputStream out = asked.exchange().response().getOutputStream();
        this.outbox = new EventOutbox(out, streams.gateway.registry, this::written);
    }

    /**
     * Runs the handler on this thread, to its end.
     *
     * @throws CallException if it cannot be opened; what happens later is told to the client
     */
    void run(Call call) {
        try {
            streams.gateway.registry.stream(call, this);
            outbox.end(events -> events.raw(COMPLETE));
        } catch (CallException failure) {
            if (!opened) {
                throw failure;
            }
            outbox.end(events -> error(failure, events));
        } finally {
            if (opened) {
                // Only if something unforeseen was thrown: the client sees a stream without end.
                outbox.end(events -> {});
            }
        }
    }

    boolean isOpened() {
        return opened;
    }

    /** The client is notified at once that the stream is open, before the first item. */
    @Override
    public void open() {
        opened = true;
        outbox.open();
        outbox.beatAfter(streams.gateway.limits.heartbeat());
        streams.opened(this);
    }

    @Override
    public boolean writesAtOnce() {
        return true;
    }

    @Override
    public void item(ResponseEnvelope<JsonNode> item) throws InterruptedException {
        try {
            outbox.put(events -> write(item, events));
        } catch (CallException ended) {
            throw ended;
        } catch (RuntimeException | StackOverflowError unwritable) {
            if (UNWRITABLE.due(unwritable.toString()) > 0) {
                LOG.warn("An item of an event stream could not be written", unwritable);
            }
            throw new CallException(ErrorCode.EXECUTION_ERROR, "an item failed");
        }
    }

    private void write(ResponseEnvelope<JsonNode> envelope, JsonBytes events) {
        events.raw(isError(envelope) ? ITEM_ERROR : ITEM);
        String eventId = envelope.meta().eventId();
        if (eventId != null && isOneLine(eventId)) {
            events.raw(ID).raw(eventId.getBytes(StandardCharsets.UTF_8));
        }
        if (envelope.meta() instanceof HttpMeta http
                && http.sse() != null
                && http.sse().retry() != null) {
            events.raw(RETRY).raw(ascii(http.sse().retry().toString()));
        }
        events.raw(DATA).tree(asked.envelope() ? envelope.toJson() : envelope.data()).raw(END);
    }

    /** Whether a tool reported this item as an error. */
    private static boolean isError(ResponseEnvelope<JsonNode> envelope) {
        return envelope.meta() instanceof McpMeta tool && tool.isError();
    }

    private static boolean isOneLine(String eventId) {
        return eventId.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0);
    }

    private void error(CallException failure, JsonBytes events) {
        Exchange exchange = asked.exchange();
        Problem problem = Problem.of(failure, asked.spec(), exchange.caller());
        events.raw(ERROR).tree(exchange.json(problem)).raw(END);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void written(@Nullable Throwable problem) {
        if (problem != null) {
            LOG.debug("The client of {} has gone", asked.exchange().path(), problem);
            cancellation.cancel(GONE);
        }
        finished.run();
    }

    /** Ends the stream from this side, soon; a client that is still connected gets the reason. */
    void end(CallException reason) {
        if (opened) {
            outbox.end(events -> error(reason, events));
        }
        cancellation.cancel(reason.getMessage());
    }

    /** Ends the stream soon: nobody reads any longer. */
    void abandon() {
        if (opened) {
            outbox.end(events -> {});
        }
        cancellation.cancel(GONE);
    }
}
