package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * The requests of a client and their answers, over any wire. Threads block until they are answered;
 * one that is interrupted cancels its request at the server. Threads may share it.
 */
final class ClientSession implements Wire.Receiver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);

    private static final Registration NOTHING = () -> {};

    private final Map<Long, PendingRequest> pending = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final McpServerOptions config;
    private final ServerQuestions questions;
    private final BiConsumer<String, JsonNode> notifications;
    private final ClientEnd end;
    private volatile @Nullable Wire wire;
    private volatile McpVersion version = McpVersion.NEWEST;

    /**
     * @param notifications takes the messages of the server outside of requests: method and params
     */
    ClientSession(
            McpServerOptions config, BiConsumer<String, JsonNode> notifications, ClientEnd end) {
        this.config = config;
        this.notifications = notifications;
        this.end = end;
        this.questions = new ServerQuestions(config, pending, this::tell);
    }

    /** Uses a wire from now on. */
    void use(Wire opened) {
        wire = opened;
    }

    boolean hasWire() {
        return wire != null;
    }

    Wire wire() {
        Wire now = wire;
        if (now == null) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the MCP server is not connected");
        }
        return now;
    }

    McpVersion version() {
        return version;
    }

    void agree(McpVersion agreed) {
        version = agreed;
        wire().agreed(agreed);
    }

    /** Proposes a version: what is sent has its form, but does not name it yet. */
    void propose(McpVersion proposed) {
        version = proposed;
    }

    /** How long the server may take for a request, whatever the deadline of the call is. */
    record Limits(@Nullable Duration idle, @Nullable Duration most) {}

    /**
     * What is sent.
     *
     * @param headers for transports that have them
     * @param repeatable whether it may be sent again if the server lost its session
     */
    record Sent(String method, ObjectNode params, Map<String, String> headers, boolean repeatable) {
        static Sent of(String method, ObjectNode params) {
            return new Sent(method, params, Map.of(), true);
        }

        /** The call of a request that nobody in particular makes, for as long as it takes. */
        Call call() {
            return Call.of(method, params);
        }
    }

    /**
     * Sends a request and waits for its result.
     *
     * @throws McpException if the server answers with an error
     * @throws CallException if there is no answer
     * @throws HttpStatusException if the server refuses it without a message
     * @throws SessionLostException if the server does not know the session
     */
    JsonNode request(Sent sent, Call call, Limits limits) throws InterruptedException {
        Duration most = limits.most();
        Long end = most == null ? null : Long.valueOf(System.nanoTime() + most.toNanos());
        PendingRequest request = prepare(sent, call);
        try (Registration timer = expiry(request);
                Registration watch = cancelling(request)) {
            send(request);
            return request.await(limits.idle(), end);
        } catch (RuntimeException | InterruptedException e) {
            cancel(request, e);
            throw e;
        } finally {
            finish(request);
        }
    }

    /** Sends a request; the caller awaits the response and ends the request. */
    PendingRequest begin(Sent sent, Call call) throws InterruptedException {
        PendingRequest request = prepare(sent, call);
        try {
            send(request);
            return request;
        } catch (RuntimeException | InterruptedException e) {
            finish(request);
            throw e;
        }
    }

    private PendingRequest prepare(Sent sent, Call call) {
        this.end.check();
        long id = ids.incrementAndGet();
        RpcMessage.Request bare =
                new RpcMessage.Request(LongNode.valueOf(id), sent.method(), sent.params());
        ObjectNode params = RequestMeta.params(bare, config, version, call);
        PendingRequest request =
                new PendingRequest(
                        new RpcMessage.Request(bare.id(), sent.method(), params),
                        sent.headers(),
                        call);
        pending.put(id, request);
        return request;
    }

    private void send(PendingRequest request) throws InterruptedException {
        request.exchange(wire().send(request));
        // A server that was lost in between has not seen it.
        this.end.check();
    }

    /** A call that is ended from outside in time, as that of a handler is, needs no timer here. */
    private static Registration expiry(PendingRequest request) {
        Call call = request.call();
        long deadline = call.deadlineFrom(TimeSource.system());
        if (deadline == Deadlines.NONE
                || call.cancellation().filter(it -> it.expiresBy(deadline)).isPresent()) {
            return NOTHING;
        }
        CallException late =
                new CallException(
                        ErrorCode.TIMEOUT, call.operationId() + " did not end by its deadline");
        return TimeSource.system()
                .schedule(Deadlines.left(deadline, TimeSource.system()), () -> request.fail(late));
    }

    private static Registration cancelling(PendingRequest request) {
        return request.call()
                .cancellation()
                .map(given -> given.onCancel(() -> given.reason().ifPresent(request::fail)))
                .orElse(NOTHING);
    }

    /** Nobody waits for a request any more. */
    void finish(PendingRequest request) {
        pending.remove(request.request().id().asLong());
        request.end();
    }

    /** Cancels the request at the server, if it may still run. */
    void cancel(PendingRequest request, Exception reason) {
        String code =
                reason instanceof CallException failure
                        ? failure.code()
                        : request.call()
                                .cancellation()
                                .flatMap(Cancellation::reason)
                                .map(CallException::code)
                                .orElse("");
        boolean stopped =
                reason instanceof InterruptedException
                        || request.isSuspended()
                        || request.call().cancellation().filter(it -> it.isCancelled()).isPresent()
                        || code.equals(ErrorCode.ABORTED)
                        || code.equals(ErrorCode.TIMEOUT);
        Wire used = wire;
        if (!stopped || used == null || request.request().method().equals("initialize")) {
            return;
        }
        // The server need not know of a request that it never got.
        if (request.giveUp() && !used.cancelsByClosing(version)) {
            ObjectNode params = JsonNodeFactory.instance.objectNode();
            params.set("requestId", request.request().id());
            params.put("reason", code.equals(ErrorCode.TIMEOUT) ? "timeout" : "cancelled");
            Thread.ofVirtual()
                    .name("operations-mcp cancellation")
                    .start(
                            () ->
                                    tell(
                                            new RpcMessage.Notification(
                                                    "notifications/cancelled", params)));
        }
    }

    /** Sends what needs no answer; a failure shows with the next request. */
    void tell(RpcMessage message) {
        try {
            wire().tell(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.debug("A message could not be sent to {}", config, e);
        }
    }

    @Override
    public void received(JsonNode json, @Nullable PendingRequest origin) {
        RpcMessage message;
        try {
            message = RpcMessage.of(json);
        } catch (McpException e) {
            unreadable(json, String.valueOf(e.getMessage()));
            return;
        }
        switch (message) {
            case RpcMessage.Result result -> answered(result.id(), origin, result.result(), null);
            case RpcMessage.Failure failure ->
                    answered(failure.id(), origin, null, failure.toException());
            case RpcMessage.Request request -> questions.asked(request, origin);
            case RpcMessage.Notification notification -> notified(notification, origin);
        }
    }

    /** A caller need not wait for a response that cannot be read. */
    private void unreadable(JsonNode json, String problem) {
        LOG.debug("{} sent something that is not a message: {}", config, problem);
        PendingRequest request = pending.get(json.path("id").asLong(-1));
        if (request != null && !json.has("method")) {
            request.fail(
                    new McpException(
                            McpErrorCode.INTERNAL_ERROR,
                            "the response is unusable: " + problem,
                            null));
        }
    }

    private void answered(
            @Nullable JsonNode id,
            @Nullable PendingRequest origin,
            @Nullable JsonNode result,
            @Nullable McpException error) {
        PendingRequest request = id == null ? origin : pending.get(id.asLong(-1));
        if (request == null || (origin != null && origin != request)) {
            // It was cancelled, or the server made the id up, or answers one request with
            // another's.
            return;
        }
        if (error != null) {
            request.fail(error);
        } else if (result != null) {
            request.complete(result);
        }
    }

    private void notified(RpcMessage.Notification notification, @Nullable PendingRequest origin) {
        JsonNode params = notification.params();
        JsonNode given = params == null ? JsonNodeFactory.instance.objectNode() : params;
        switch (notification.method()) {
            case "notifications/progress" -> {
                PendingRequest request = pending.get(given.path("progressToken").asLong(-1));
                if (request != null) {
                    request.progress(given);
                }
            }
            case "notifications/message" -> questions.logged(given, origin);
            case "notifications/cancelled" -> questions.cancelled(given.path("requestId"));
            default -> notifications.accept(notification.method(), given);
        }
    }

    @Override
    public void lost(String reason) {
        end.lost(reason);
        CallException failure = new CallException(ErrorCode.UNAVAILABLE, reason);
        List.copyOf(pending.values()).forEach(request -> request.fail(failure));
        questions.close();
    }

    /** How many requests wait for an answer. */
    int open() {
        return pending.size();
    }

    @Override
    public void close() {
        end.closed();
        lost("the MCP client is closed");
        Wire last = wire;
        if (last != null) {
            last.close();
        }
    }
}
