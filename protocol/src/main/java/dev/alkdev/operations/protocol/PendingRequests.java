package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.RequestIds;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The calling half of a link: sends requests and waits for what comes back. Threads may share it.
 *
 * <p>Every request ends: by its answer, its deadline, an abort, or the loss of the link. What comes
 * later is ignored.
 */
public final class PendingRequests {
    private final Link link;
    private final TimeSource time;
    private final @Nullable String node;
    private final Map<String, Pending> pending = new ConcurrentHashMap<>();

    public PendingRequests(Link link, TimeSource time) {
        this(link, time, null);
    }

    /**
     * The calling half of a link.
     *
     * @param node what this side adds to the nodes that a request has passed; null for nothing
     */
    PendingRequests(Link link, TimeSource time, @Nullable String node) {
        this.link = link;
        this.time = time;
        this.node = node;
    }

    /** Calls a query or mutation with the default options. */
    public ResponseEnvelope<JsonNode> call(String operationId, JsonNode input) {
        return call(operationId, input, CallOptions.defaults());
    }

    /**
     * Calls a query or mutation and waits for its result.
     *
     * @throws CallException if it fails; {@code ABORTED} if this thread is interrupted, which also
     *     aborts the call at the other end
     */
    public ResponseEnvelope<JsonNode> call(
            String operationId, JsonNode input, CallOptions options) {
        return call(operationId, input, options, List.of());
    }

    /** As the public one, for a request that has passed other nodes. */
    ResponseEnvelope<JsonNode> call(
            String operationId, JsonNode input, CallOptions options, List<String> via) {
        CallOptions started = options.startingNow(time);
        Instant deadline =
                started.deadline() == null
                        ? time.now().plus(CallOptions.DEFAULT_TIMEOUT)
                        : started.deadline();
        String requestId = RequestIds.next();
        Requested request = started.withDeadline(deadline).call(requestId, operationId, input);
        PendingCall call = new PendingCall();
        pending.put(requestId, call);
        Registration timer = expireAt(Deadlines.millis(deadline), requestId, operationId);
        try {
            call.send(() -> link.send(leaving(request, via)));
            return call.await();
        } catch (InterruptedException e) {
            sendAbort(requestId);
            Thread.currentThread().interrupt();
            throw new CallException(
                    ErrorCode.ABORTED, "interrupted while waiting for " + operationId);
        } finally {
            timer.close();
            pending.remove(requestId);
        }
    }

    private Requested leaving(Requested request, List<String> via) {
        Long deadline = request.deadline();
        return request.leaving(
                deadline == null ? null : (Long) Deadlines.left(deadline, time).toMillis(),
                node == null ? via : Hops.and(via, node));
    }

    /** Opens a subscription with the default options. */
    public Subscription<JsonNode> subscribe(String operationId, JsonNode input) {
        return subscribe(operationId, input, CallOptions.defaults());
    }

    /**
     * Opens a subscription. What is wrong with it reaches the reader.
     *
     * @throws CallException if the link is down
     */
    public Subscription<JsonNode> subscribe(
            String operationId, JsonNode input, CallOptions options) {
        return subscribe(operationId, input, options, List.of());
    }

    /** Opens a subscription of the protocol itself. */
    RemoteSubscription subscribe(String operationId) {
        JsonNode nothing = JsonNodeFactory.instance.objectNode();
        return subscribe(operationId, nothing, CallOptions.defaults(), List.of());
    }

    /** As the public one, for a request that has passed other nodes. */
    RemoteSubscription subscribe(
            String operationId, JsonNode input, CallOptions options, List<String> via) {
        String requestId = RequestIds.next();
        PendingStream stream =
                new PendingStream(
                        options.window(), time, credits -> trySend(new Credit(requestId, credits)));
        pending.put(requestId, stream);
        StreamTimers timers = new StreamTimers(this, requestId, stream, time);
        try {
            CallOptions started = options.startingNow(time);
            timers.start(operationId, started);
            link.send(leaving(started.subscription(requestId, operationId, input), via));
        } catch (RuntimeException e) {
            timers.close();
            pending.remove(requestId);
            throw e;
        }
        return new RemoteSubscription(
                stream,
                () -> {
                    timers.close();
                    if (pending.remove(requestId) != null && !stream.isSettled()) {
                        sendAbort(requestId);
                    }
                    stream.discard();
                });
    }

    private Registration expireAt(long deadline, String requestId, String operationId) {
        return time.schedule(
                Deadlines.left(deadline, time),
                () -> expire(requestId, operationId + " did not answer by its deadline"));
    }

    /** Ends a request that took too long, here and at the other end. */
    void expire(String requestId, String message) {
        end(requestId, new CallException(ErrorCode.TIMEOUT, message));
    }

    /** Ends a request of this side, here and at the other end; nothing if there is none. */
    public void abort(String requestId) {
        end(requestId, new CallException(ErrorCode.ABORTED, "the call was aborted"));
    }

    private void end(String requestId, CallException failure) {
        Pending request = pending.remove(requestId);
        if (request != null) {
            request.failed(failure);
            sendAbort(requestId);
        }
    }

    private void sendAbort(String requestId) {
        trySend(new Aborted(requestId));
    }

    /** Sends what nobody waits for: if the link is down, the other end knows by itself. */
    private void trySend(CallEvent event) {
        try {
            link.send(event);
        } catch (CallException down) {
            // Both ends drop all requests of a link that is down.
        }
    }

    /** Answers a request of the other side with a result, or with one item of a subscription. */
    public void respond(String requestId, ResponseEnvelope<JsonNode> output) {
        link.send(new Responded(requestId, output, null));
    }

    /**
     * Answers a request of the other side.
     *
     * @throws IllegalArgumentException if the output is not the JSON form of an envelope
     */
    public void respond(String requestId, JsonNode output) {
        if (!ResponseEnvelope.isEnvelopeJson(output)) {
            throw new IllegalArgumentException(
                    "a response must be an envelope {data, meta}; wrap the value first");
        }
        respond(requestId, ResponseEnvelope.fromJson(output));
    }

    /** Answers a request of the other side with a failure. */
    public void emitError(String requestId, CallException failure) {
        link.send(Failed.of(requestId, failure));
    }

    /** Ends a subscription of the other side. */
    public void complete(String requestId) {
        link.send(new Completed(requestId));
    }

    /** How many requests of this side wait for their answer. */
    public int pendingCount() {
        return pending.size();
    }

    void received(Responded event) {
        received(event.requestId(), event.sequence(), event::output);
    }

    void received(UnreadResult result) {
        received(result.requestId(), result.sequence(), result::output);
    }

    private void received(
            String requestId,
            @Nullable Long sequence,
            Supplier<ResponseEnvelope<JsonNode>> output) {
        Pending request = pending.get(requestId);
        if (request instanceof PendingCall && sequence != null) {
            String message = "this is a subscription: subscribe to it instead of calling it";
            CallException wrong = new CallException(ErrorCode.INVALID_OPERATION_TYPE, message);
            if (pending.remove(requestId, request)) {
                request.failed(wrong);
                // Sending may block, and whoever received this must not.
                Thread.startVirtualThread(() -> sendAbort(requestId));
            }
        } else if (request != null) {
            request.responded(output, sequence);
        }
    }

    void received(Completed event) {
        Pending request = pending.remove(event.requestId());
        if (request != null) {
            request.completed();
        }
    }

    void received(Failed event) {
        Pending request = pending.remove(event.requestId());
        if (request != null) {
            request.failed(PeerFaults.bounded(event));
        }
    }

    /** Fails everything that waits, because no answer will come. */
    void failAll(String reason) {
        for (String requestId : List.copyOf(pending.keySet())) {
            Pending request = pending.remove(requestId);
            if (request != null) {
                request.failed(new CallException(ErrorCode.UNAVAILABLE, reason));
            }
        }
    }
}
