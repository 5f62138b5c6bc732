package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.web.EventStreamOptions;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.Origin;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server with the HTTP+SSE transport of 2024-11-05: everything is received over one stream, whose
 * first event has the URL for messages. With the stream the connection is lost.
 */
final class OldSseWire implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(OldSseWire.class);
    private static final long LARGEST_ANSWER = 1024L * 1024;

    private final HttpEndpoint endpoint;
    private final Receiver receiver;
    private final CompletableFuture<URI> place = new CompletableFuture<>();
    private final HttpEndpoint.Heading heading =
            new HttpEndpoint.Heading(McpVersion.V2024_11_05, null);
    private final Thread reader;
    private volatile boolean closed;

    private OldSseWire(McpTarget.Web target, Receiver receiver) {
        this.endpoint = new HttpEndpoint(target);
        this.receiver = receiver;
        this.reader = Thread.ofVirtual().name("operations-mcp stream").unstarted(this::read);
    }

    /**
     * Opens the stream and waits for its first event.
     *
     * @throws CallException if there is no such server
     */
    static OldSseWire open(McpTarget.Web target, Receiver receiver, Duration patience)
            throws InterruptedException {
        OldSseWire wire = new OldSseWire(target, receiver);
        wire.reader.start();
        try {
            wire.place.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return wire;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CallException failure
                    ? failure
                    : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            wire.close();
            throw new CallException(ErrorCode.TIMEOUT, "the MCP server sent no endpoint event");
        } catch (InterruptedException e) {
            wire.close();
            throw e;
        }
    }

    private void read() {
        Outgoing request = endpoint.get(heading);
        String reason = "the MCP server has closed the stream";
        try (Reply reply = HeldInput.of(endpoint.send(request))) {
            if (reply.status() >= 300) {
                place.completeExceptionally(
                        new HttpStatusException(reply.status(), reply.statusText())
                                .toCallException());
                return;
            }
            EventStreamOptions options =
                    EventStreamOptions.defaults().withMaxEventBytes(LONGEST_MESSAGE);
            new SseStream("the MCP server", options, TimeSource.system())
                    .read(
                            reply,
                            event -> {
                                HeldInput.release(reply);
                                receive(event);
                            });
        } catch (IOException | CallException e) {
            LOG.debug("The stream of the MCP server was lost", e);
            reason = "the connection to the MCP server was lost";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        place.completeExceptionally(new CallException(ErrorCode.UNAVAILABLE, reason));
        if (!closed) {
            receiver.lost(reason);
        }
    }

    private void receive(SseEvent event) {
        if (event.event().equals("endpoint")) {
            point(event.data().strip());
            return;
        }
        EventStreams.receive(event, message -> receiver.received(message, null));
    }

    private void point(String text) {
        try {
            URI given = endpoint.uri().resolve(text);
            if (!Origin.of(given).equals(Origin.of(endpoint.uri()))) {
                throw HttpFailure.unusable("the MCP server sends its clients to another origin");
            }
            place.complete(given);
        } catch (IllegalArgumentException e) {
            place.completeExceptionally(
                    HttpFailure.unusable("the MCP server sent an invalid endpoint URL"));
        } catch (CallException e) {
            place.completeExceptionally(e);
        }
    }

    @Override
    public PendingRequest.Exchange send(PendingRequest request) throws InterruptedException {
        tell(request.request());
        return () -> true;
    }

    @Override
    public void tell(RpcMessage message) throws InterruptedException {
        if (!place.isDone() || closed) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the MCP server is not connected");
        }
        Outgoing request = endpoint.post(place.join(), message, heading).request();
        try (Reply reply = endpoint.send(request)) {
            if (reply.status() >= 300) {
                throw new HttpStatusException(reply.status(), reply.statusText()).toCallException();
            }
            reply.bytes(LARGEST_ANSWER);
        } catch (IOException e) {
            throw HttpFailure.of(request, e, null);
        }
    }

    @Override
    public void close() {
        closed = true;
        reader.interrupt();
    }
}
