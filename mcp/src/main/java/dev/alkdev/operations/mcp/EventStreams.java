package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.web.EventStreamOptions;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseStream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Reads the messages of streams of events, over as many connections as it takes. */
final class EventStreams {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
    private static final EventStreamOptions OPTIONS =
            EventStreamOptions.defaults()
                    .withMaxEventBytes(Wire.LONGEST_MESSAGE)
                    .withReconnects(0, Duration.ofSeconds(1));
    private static final int MOST_RESUMES = 10;

    /** A stream ends with the answer; one that does not is closed, and its connection lost. */
    private static final Duration AFTER_THE_ANSWER = Duration.ofSeconds(1);

    private static final Backoff BACKOFF =
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final HttpEndpoint endpoint;
    private final Wire.Receiver receiver;

    EventStreams(HttpEndpoint endpoint, Wire.Receiver receiver) {
        this.endpoint = endpoint;
        this.receiver = receiver;
    }

    /**
     * Reads the answer to a request.
     *
     * @param heading for resuming a stream that ends before the answer; null if that cannot be
     */
    void read(Reply first, PendingRequest request, HttpEndpoint.@Nullable Heading heading)
            throws IOException, InterruptedException {
        SseStream stream = new SseStream("the MCP server", OPTIONS, TimeSource.system());
        String[] last = {""};
        read(stream, first, request, last);
        int resumes = 0;
        while (!request.isDone()) {
            if (heading == null || last[0].isEmpty() || resumes++ == MOST_RESUMES) {
                throw new CallException(
                        ErrorCode.UNAVAILABLE,
                        "the connection to the MCP server was lost during "
                                + request.request().method());
            }
            long before = stream.received();
            TimeSource.system().sleep(stream.reconnectDelay());
            Outgoing resuming = stream.resuming(endpoint.get(heading));
            try (Reply next = HeldInput.of(endpoint.send(resuming))) {
                if (next.status() >= 300) {
                    throw new HttpStatusException(next.status(), next.statusText());
                }
                read(stream, next, request, last);
            }
            resumes = stream.received() > before ? 0 : resumes;
        }
    }

    private void read(SseStream stream, Reply reply, PendingRequest request, String[] last)
            throws IOException {
        Registration[] closing = {() -> {}};
        try {
            stream.read(
                    reply,
                    event -> {
                        HeldInput.release(reply);
                        last[0] = event.lastEventId();
                        request.renew();
                        receive(event, message -> receiver.received(message, request));
                        if (request.isDone()) {
                            closing[0] =
                                    TimeSource.system().schedule(AFTER_THE_ANSWER, reply::close);
                        }
                    });
        } catch (IOException e) {
            if (!request.isDone() && last[0].isEmpty()) {
                throw e;
            }
            LOG.debug("A stream of events was lost", e);
        } finally {
            closing[0].close();
        }
    }

    /** Handles the message of an event; one that cannot be read fails the request it is for. */
    static void receive(SseEvent event, Consumer<JsonNode> handler) {
        if (event.data().isBlank()) {
            // A first event may carry nothing but an id to resume after.
            return;
        }
        byte[] json = event.data().getBytes(StandardCharsets.UTF_8);
        try {
            IncomingMessages.handle(json, handler);
        } catch (IllegalArgumentException | CallException e) {
            LOG.debug("An event of the MCP server is not a message", e);
            JsonNode failure =
                    IncomingMessages.failure(json, "the response is unusable: " + e.getMessage());
            if (failure != null) {
                handler.accept(failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Receives what a server sends of its own accord, until this thread is interrupted. */
    void listen(HttpEndpoint.Heading heading, BooleanSupplier closed) {
        SseStream stream = new SseStream("the MCP server", OPTIONS, TimeSource.system());
        int failures = 0;
        try {
            while (!closed.getAsBoolean()) {
                long before = stream.received();
                if (!listenOnce(stream, stream.resuming(endpoint.get(heading)))) {
                    return;
                }
                failures = stream.received() > before ? 0 : failures + 1;
                Duration pause = failures == 0 ? stream.reconnectDelay() : BACKOFF.after(failures);
                TimeSource.system().sleep(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.debug("Stopped reading the event stream of the MCP server", e);
        }
    }

    /** False if the server has no such stream, or the session is over. */
    private boolean listenOnce(SseStream stream, Outgoing request) throws InterruptedException {
        try (Reply reply = HeldInput.of(endpoint.send(request))) {
            if (reply.status() >= 300) {
                return reply.status() >= 500;
            }
            stream.read(
                    reply,
                    event -> {
                        HeldInput.release(reply);
                        receive(event, message -> receiver.received(message, null));
                    });
            return true;
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("the client was closed");
            }
            LOG.debug("The stream of the MCP server was lost", e);
            return true;
        }
    }
}
