package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.MediaType;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server with the streamable HTTP transport: every message is a request of its own, and the
 * answer to it is JSON or a stream of events. Each exchange has a virtual thread, whose interrupt
 * ends it.
 */
final class HttpWire implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(HttpWire.class);
    private static final long LARGEST_ANSWER = LONGEST_MESSAGE;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int ACCEPTED = 202;

    private final HttpEndpoint endpoint;
    private final Receiver receiver;
    private final EventStreams streams;
    private final Set<Thread> exchanges = ConcurrentHashMap.newKeySet();
    private volatile McpVersion version = McpVersion.NEWEST;
    private volatile @Nullable String session;
    private volatile @Nullable Thread listener;
    private volatile boolean closed;

    HttpWire(McpTarget.Web target, Receiver receiver) {
        this.endpoint = new HttpEndpoint(target);
        this.receiver = receiver;
        this.streams = new EventStreams(endpoint, receiver);
    }

    @Override
    public PendingRequest.Exchange send(PendingRequest request) {
        if (closed) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the MCP client is closed");
        }
        Thread thread =
                Thread.ofVirtual()
                        .name("operations-mcp " + request.request().method())
                        .unstarted(() -> exchange(request));
        exchanges.add(thread);
        thread.start();
        if (closed) {
            thread.interrupt();
        }
        return () -> {
            thread.interrupt();
            return true;
        };
    }

    private void exchange(PendingRequest request) {
        try {
            post(request);
        } catch (InterruptedException e) {
            request.fail(new CallException(ErrorCode.ABORTED, "the call was ended"));
        } catch (RuntimeException e) {
            request.fail(e);
        } finally {
            exchanges.remove(Thread.currentThread());
        }
    }

    private void post(PendingRequest request) throws InterruptedException {
        String used = session;
        Outgoing outgoing =
                endpoint.post(request.request(), heading())
                        .withHeaders(request.headers())
                        .request();
        try (Reply reply = HeldInput.of(endpoint.send(outgoing))) {
            if (reply.status() >= 300) {
                refused(reply, used);
            }
            reply.headers().value("mcp-session-id").ifPresent(id -> begun(request, id));
            if (MediaType.parse(reply.contentType()).isEventStream()) {
                streams.read(reply, request, version.isModern() ? null : heading());
            } else {
                receive(reply, request);
            }
            if (!request.isDone()) {
                throw HttpFailure.unusable(
                        outgoing.description() + " was answered without a result");
            }
        } catch (IOException e) {
            throw HttpFailure.of(outgoing, e, null);
        }
    }

    /** A session begins with the handshake and with nothing else. */
    private void begun(PendingRequest request, String id) {
        if (request.request().method().equals("initialize")) {
            session = id;
        }
    }

    private HttpEndpoint.Heading heading() {
        return new HttpEndpoint.Heading(version, session);
    }

    private void receive(Reply reply, PendingRequest request)
            throws IOException, InterruptedException {
        byte[] bytes = reply.bytes(LARGEST_ANSWER);
        HeldInput.release(reply);
        try {
            IncomingMessages.handle(bytes, message -> receiver.received(message, request));
        } catch (IllegalArgumentException e) {
            throw HttpFailure.unusable(
                    "the MCP server answered with "
                            + (reply.contentType().isEmpty() ? "no JSON" : reply.contentType())
                            + " that is not a message");
        }
    }

    private static void refused(Reply reply, @Nullable String used) throws IOException {
        JsonNode error = error(reply);
        if (used != null && isSessionLost(reply.status(), error)) {
            throw new SessionLostException(used);
        }
        if (error == null) {
            throw new HttpStatusException(reply.status(), reply.statusText());
        }
        if (reply.status() == UNAUTHORIZED || reply.status() == FORBIDDEN) {
            // It is about this client and not about the message.
            String reason = error.path("message").asString("");
            throw new HttpStatusException(reply.status(), reply.statusText() + ": " + reason);
        }
        // Some answer without the id, or with one of their own.
        throw new McpException(
                error.path("code").asInt(McpErrorCode.INTERNAL_ERROR),
                error.path("message").asString("no message"),
                error.get("data"));
    }

    /** Some servers answer 400 instead of 404 if they do not know a session. */
    private static boolean isSessionLost(int status, @Nullable JsonNode error) {
        if (error == null) {
            return status == NOT_FOUND;
        }
        String message = error.path("message").asString("").toLowerCase(Locale.ROOT);
        return status == NOT_FOUND
                ? error.path("code").asInt(0) != McpErrorCode.METHOD_NOT_FOUND
                : status == BAD_REQUEST && message.contains("session");
    }

    private static @Nullable JsonNode error(Reply reply) throws IOException {
        if (!MediaType.parse(reply.contentType()).isJson()) {
            return null;
        }
        try {
            JsonNode error = Json.parse(reply.bytes(LARGEST_ANSWER)).path("error");
            return error.isObject() && error.path("code").isNumber() ? error : null;
        } catch (IllegalArgumentException e) {
            LOG.debug("The body of HTTP {} is not JSON", reply.status(), e);
            return null;
        }
    }

    @Override
    public void tell(RpcMessage message) throws InterruptedException {
        Outgoing request = endpoint.post(message, heading()).request();
        try (Reply reply = endpoint.send(request)) {
            if (reply.status() != ACCEPTED) {
                LOG.debug("{} was answered with {}", request.description(), reply.statusText());
            }
            reply.bytes(LARGEST_ANSWER);
        } catch (IOException e) {
            throw HttpFailure.of(request, e, null);
        }
    }

    @Override
    public void restart() {
        session = null;
        // The first one without a header for the version, which is for what was agreed on.
        version = McpVersion.V2025_03_26;
    }

    @Override
    public void agreed(McpVersion agreed) {
        version = agreed;
    }

    @Override
    public void listen() {
        Thread before = listener;
        if (before != null) {
            before.interrupt();
        }
        listener =
                Thread.ofVirtual()
                        .name("operations-mcp listener")
                        .start(() -> streams.listen(heading(), () -> closed));
    }

    @Override
    public boolean cancelsByClosing(McpVersion agreed) {
        return agreed.isModern();
    }

    @Override
    public @Nullable String session() {
        return session;
    }

    /** Ends the session, if there is one, and all exchanges. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Thread listening = listener;
        if (listening != null) {
            listening.interrupt();
        }
        exchanges.forEach(Thread::interrupt);
        if (session != null) {
            endpoint.delete(heading());
        }
    }
}
