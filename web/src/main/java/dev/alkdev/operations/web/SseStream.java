package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.TimeSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A stream of server-sent events over all its connections: knows after which event the next one
 * resumes, and how long to wait before it. For one thread.
 */
public final class SseStream {
    private static final Logger LOG = LoggerFactory.getLogger(SseStream.class);

    /** For all streams: a caller may open any number of them. */
    private static final LogCounter UNKNOWN_LINES = new LogCounter();

    private static final int CHUNK = 16 * 1024;

    private final String name;
    private final EventStreamOptions options;
    private final TimeSource time;
    private final byte[] buffer = new byte[CHUNK];
    private String lastEventId = "";
    private Duration reconnectDelay;
    private long received;
    private boolean warned;
    private boolean ended;

    /**
     * A stream that has not begun.
     *
     * @param name what the log calls it
     */
    public SseStream(String name, EventStreamOptions options, TimeSource time) {
        this.name = name;
        this.options = options;
        this.time = time;
        this.reconnectDelay = options.reconnectDelay();
    }

    /** Begins after an event that the reader has from an earlier stream. */
    public void resumeAfter(String eventId) {
        lastEventId = eventId;
    }

    /**
     * A request for the next connection, with {@code Last-Event-ID} if an event named one.
     *
     * @throws CallException if the HTTP client cannot send the id: without it, or with another one,
     *     events would be lost or come twice
     */
    public Outgoing resuming(Outgoing request) {
        if (!HeaderText.canCarry(lastEventId)) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the stream cannot be resumed: the id of the last event has characters that"
                            + " are not printable ASCII, and the HTTP client cannot send them in"
                            + " Last-Event-ID");
        }
        return lastEventId.isEmpty() ? request : request.withHeader("Last-Event-ID", lastEventId);
    }

    /** The reconnect delay of the server, or else the configured one. */
    public Duration reconnectDelay() {
        return reconnectDelay;
    }

    /** Ends the stream at the current event: the rest of the connection is not read. */
    public void end() {
        ended = true;
    }

    /** How many events were received so far. */
    public long received() {
        return received;
    }

    /**
     * Reads a connection to its end; true if the stream ended with it, by its end marker or by
     * {@link #end()}.
     *
     * @throws CallException if it is no event stream, an event is too long, or nothing came for
     *     longer than the idle timeout
     */
    public boolean read(Reply reply, Consumer<? super SseEvent> events) throws IOException {
        checkType(reply);
        Duration idle = options.idleTimeout();
        if (idle == null) {
            return read(reply.body(), events);
        }
        try (InputStream body = IdleBody.of(reply.body(), time, idle)) {
            return read(body, events);
        } catch (SocketTimeoutException e) {
            throw new CallException(ErrorCode.TIMEOUT, String.valueOf(e.getMessage()));
        }
    }

    private static void checkType(Reply reply) {
        String type = reply.contentType();
        if (!MediaType.parse(type).isEventStream()) {
            throw HttpFailure.unusable(
                    "expected text/event-stream but got "
                            + (type.isEmpty() ? "no content type" : type));
        }
    }

    private boolean read(InputStream body, Consumer<? super SseEvent> events) throws IOException {
        SseParser parser =
                new SseParser(event -> take(event, events), options.maxEventBytes())
                        .resumingAfter(lastEventId);
        try {
            int count = 0;
            while (count >= 0 && !ended) {
                parser.feed(buffer, 0, count);
                after(parser);
                count = ended ? -1 : body.read(buffer);
            }
            return ended;
        } catch (SseParser.TooLongException e) {
            throw HttpFailure.unusable(String.valueOf(e.getMessage()));
        }
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
        if (UNKNOWN_LINES.due(name) > 0) {
            LOG.warn(
                    "{} sends lines that are not server-sent events; they are skipped. The first"
                            + " is: {}",
                    name,
                    line);
        }
    }

    private void take(SseEvent event, Consumer<? super SseEvent> events) {
        if (ended) {
            return;
        }
        received++;
        if (event.data().equals(options.endMarker())) {
            ended = true;
        } else {
            events.accept(event);
        }
    }
}
