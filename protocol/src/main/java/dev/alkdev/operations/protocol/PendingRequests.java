package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.ExtendableDeadline;
import dev.alkdev.operations.base.ExtendableDeadline.Extension;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Progressed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The calling half of a link: sends requests and waits for their answers. Every request completes
 * with a response, a timeout, an abort, or a disconnect. Threads may share it.
 */
public final class PendingRequests implements LinkListener {
    /**
     * The window of a subscription that has none of its own, to begin with: it grows up to 1,024
     * items or 1 MiB of text while the reader is faster.
     */
    public static final int DEFAULT_WINDOW = 256;

    private static final Registration NOTHING = () -> {};

    private final Link link;
    private final TimeSource time;
    private final RequestResources resources;
    private final @Nullable String node;
    private final Map<String, Pending> pending = new ConcurrentHashMap<>();

    /**
     * The calling half of a link, for use without a {@link Peer}: {@linkplain Link#open open} the
     * link with it, or pass on to it what the link delivers.
     */
    public PendingRequests(Link link, TimeSource time) {
        this(link, new RequestResources(time, ByteBudget.unlimited()), null);
    }

    /**
     * The calling half of a link.
     *
     * @param node what this side adds to the nodes that a request has passed; null for nothing
     */
    PendingRequests(Link link, RequestResources resources, @Nullable String node) {
        this.link = link;
        this.resources = resources;
        this.time = resources.time();
        this.node = node;
    }

    /**
     * Calls a query or mutation and waits for its result, at the most for the {@linkplain
     * Deadlines#DEFAULT_TIMEOUT default timeout} after its start and after each report of progress,
     * unless the call has another.
     *
     * @throws CallException if it fails; {@code ABORTED} if this thread is interrupted, which also
     *     aborts the call at the other end
     */
    public ResponseEnvelope<JsonNode> call(Call call) {
        return call(call, new Dispatch());
    }

    /** As {@link #call(Call)}; the dispatch shows afterwards how far the request got. */
    ResponseEnvelope<JsonNode> call(Call call, Dispatch dispatch) {
        CallTime limit = CallTime.of(call, time);
        String requestId = call.requestId();
        PendingCall waiting = new PendingCall(call, dispatch, resources.budget());
        add(requestId, waiting);
        try (Registration timer = expiry(call, limit, waiting);
                Registration cancelled = onCancel(call, waiting::abort)) {
            send(leaving(limit.on(call.travelling()), call, false), waiting);
            return waiting.await();
        } catch (InterruptedException e) {
            tryAbort(requestId, waiting);
            Thread.currentThread().interrupt();
            throw new CallException(
                    ErrorCode.ABORTED, "interrupted while waiting for " + call.operationId());
        } finally {
            if (pending.remove(requestId, waiting) && waiting.aborted) {
                tryAbort(requestId, waiting);
            }
            waiting.release();
        }
    }

    /** Calls a query or mutation as this program itself. */
    public ResponseEnvelope<JsonNode> call(String operationId, Object input) {
        return call(Call.of(operationId, input));
    }

    private void add(String requestId, Pending request) {
        CallEventReader.requireRequestId(requestId);
        if (pending.putIfAbsent(requestId, request) != null) {
            throw new CallException(
                    ErrorCode.VALIDATION_ERROR, "the request id " + requestId + " is in use");
        }
    }

    /** What leaves: with the time it has left, and the nodes it has passed. */
    private Requested leaving(CallBuilder builder, Call call, boolean stream) {
        if (node != null) {
            List<String> passed = new ArrayList<>(call.via());
            passed.add(node);
            builder.via(passed);
        }
        Call leaving = builder.to(call.operationId(), call.input());
        Long left =
                leaving.deadline()
                        .map(until -> Deadlines.left(until.toEpochMilli(), time).toMillis())
                        .orElse(null);
        boolean progress = call.wantsProgress() || (!stream && leaving.extension().isPresent());
        return new Requested(leaving, stream, left, progress);
    }

    /** An abort while the request is sent can come before it, and is repeated. */
    private void send(Requested request, Pending waiting) throws InterruptedException {
        waiting.dispatch.send(
                () -> {
                    link.send(request);
                    if (waiting.aborted) {
                        trySend(new Aborted(request.requestId()));
                    }
                });
    }

    private Registration expiry(Call call, CallTime limit, PendingCall waiting) {
        Extension extension = limit.extension();
        if (extension == null) {
            return expiry(call, limit.deadline());
        }
        if (!limit.extendsItself()) {
            return NOTHING;
        }
        String message = late(call);
        ExtendableDeadline deadline =
                ExtendableDeadline.start(
                        time, limit.deadline(), extension, () -> expire(call.requestId(), message));
        waiting.extendedBy(deadline);
        return deadline;
    }

    private static String late(Call call) {
        return call.operationId() + " did not end by its deadline";
    }

    /** A call that is ended from outside in time needs no timer here. */
    private Registration expiry(Call call, long deadline) {
        if (deadline == Deadlines.NONE || isEndedBy(deadline, call)) {
            return NOTHING;
        }
        String message = late(call);
        Duration left = Deadlines.left(deadline, time);
        if (left.isZero()) {
            expire(call.requestId(), message);
            return NOTHING;
        }
        return time.schedule(left, () -> expire(call.requestId(), message));
    }

    private static boolean isEndedBy(long deadline, Call call) {
        return call.cancellation().filter(given -> given.expiresBy(deadline)).isPresent();
    }

    private static Registration onCancel(Call call, Consumer<Supplier<CallException>> cancelled) {
        Cancellation given = call.cancellation().orElse(null);
        return given == null
                ? NOTHING
                : given.onCancel(() -> cancelled.accept(() -> given.reason().orElseThrow()));
    }

    /**
     * Opens a subscription. What is wrong with it reaches the reader.
     *
     * @throws CallException if the link is down
     */
    public Subscription<JsonNode> subscribe(Call call) {
        return open(call);
    }

    /** Opens a subscription as this program itself. */
    public Subscription<JsonNode> subscribe(String operationId, Object input) {
        return open(Call.of(operationId, input));
    }

    /** As {@link #subscribe(Call)}, for the protocol itself. */
    RemoteSubscription open(Call call) {
        return open(call, new Dispatch());
    }

    /** As {@link #open(Call)}; the dispatch shows afterwards how far the request got. */
    RemoteSubscription open(Call call, Dispatch dispatch) {
        String requestId = call.requestId();
        PendingStream stream =
                new PendingStream(
                        call,
                        dispatch,
                        resources,
                        credits -> trySend(new Credit(requestId, credits)));
        add(requestId, stream);
        long deadline = call.deadlineFrom(time);
        List<Registration> ends = new ArrayList<>();
        Runnable closing =
                () -> {
                    ends.forEach(Registration::close);
                    if (pending.remove(requestId, stream) && !stream.isSettled()) {
                        tryAbort(requestId, stream);
                    }
                    stream.discard();
                };
        try {
            ends.add(expiry(call, deadline));
            ends.add(onCancel(call, why -> stream.end(why.get())));
            call.idleTimeout().ifPresent(allowed -> watchIdleness(call, stream, allowed));
            CallBuilder leaving = call.travelling().window(stream.windowSize()).deadline(deadline);
            send(leaving(leaving, call, true), stream);
        } catch (InterruptedException e) {
            closing.run();
            Thread.currentThread().interrupt();
            throw new CallException(
                    ErrorCode.ABORTED, "interrupted while subscribing to " + call.operationId());
        } catch (RuntimeException | Error e) {
            pending.remove(requestId, stream);
            closing.run();
            throw e;
        }
        return new RemoteSubscription(stream, closing);
    }

    private void watchIdleness(Call call, PendingStream stream, Duration allowed) {
        String message = call.operationId() + " was silent for " + allowed.toMillis() + " ms";
        stream.watchIdleness(allowed, () -> expire(call.requestId(), message));
    }

    /** Ends a request that took too long, here and at the other end. */
    private void expire(String requestId, String message) {
        end(requestId, () -> new CallException(ErrorCode.TIMEOUT, message));
    }

    /** Ends a request of this side, here and at the other end; nothing if there is none. */
    public void abort(String requestId) {
        end(requestId, () -> new CallException(ErrorCode.ABORTED, "the call was aborted"));
    }

    private void end(String requestId, Supplier<CallException> failure) {
        ended(
                requestId,
                it -> {
                    it.abort(failure);
                    tryAbort(requestId, it);
                });
    }

    /** Takes a request out and ends it. */
    private void ended(String requestId, Consumer<Pending> how) {
        Pending request = pending.remove(requestId);
        if (request != null) {
            how.accept(request);
        }
    }

    /** Aborts a request at the other end, unless it was never sent. */
    private void tryAbort(String requestId, Pending request) {
        if (request.dispatch.isSent()) {
            trySend(new Aborted(requestId));
        }
    }

    /** Sends what nobody waits for: if the link is down, the other end knows by itself. */
    private void trySend(CallEvent event) {
        try {
            link.send(event);
        } catch (CallException down) {
            // Both ends drop all requests of a link that is down.
        }
    }

    /**
     * Answers a request of the other side with a result, or with one item of a subscription.
     *
     * @throws NullPointerException if the output is null; a result without data is an envelope with
     *     null data
     */
    public void respond(String requestId, ResponseEnvelope<JsonNode> output) {
        link.send(new Responded(requestId, output, null));
    }

    /**
     * Answers a request of the other side.
     *
     * @throws IllegalArgumentException if the output is not the JSON form of an envelope
     */
    public void respond(String requestId, JsonNode output) {
        if (!ResponseEnvelope.isEnvelopeJson(Objects.requireNonNull(output, "output"))) {
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

    /** Nothing to do: what was sent before is lost. */
    @Override
    public void up() {}

    /** Passes on the answers to requests of this side; other events are ignored. */
    @Override
    public void received(CallEvent event) {
        switch (event) {
            case Responded item -> received(item.requestId(), item.sequence(), 0, item::output);
            case Completed completed -> ended(completed.requestId(), Pending::completed);
            case Failed failed ->
                    ended(failed.requestId(), it -> it.failed(() -> PeerFaults.bounded(failed)));
            case Progressed progressed -> {
                Pending request = pending.get(progressed.requestId());
                if (request != null) {
                    request.progressed(progressed.progress());
                }
            }
            case Requested request -> {}
            case Aborted aborted -> {}
            case Credit credit -> {}
        }
    }

    @Override
    public void received(UnreadResult result) {
        received(result.requestId(), result.sequence(), result.weight(), result::output);
    }

    private void received(
            String requestId,
            @Nullable Long sequence,
            long bytes,
            Supplier<ResponseEnvelope<JsonNode>> output) {
        Pending request = pending.get(requestId);
        if (request instanceof PendingCall && sequence != null) {
            String message = "this is a subscription: subscribe to it instead of calling it";
            if (pending.remove(requestId, request)) {
                request.failed(() -> new CallException(ErrorCode.INVALID_OPERATION_TYPE, message));
                // Sending may block, and whoever received this must not.
                Thread.startVirtualThread(() -> trySend(new Aborted(requestId)));
            }
        } else if (request != null) {
            request.responded(output, sequence, bytes);
        }
    }

    /** Fails everything that waits, because nothing will be answered. */
    @Override
    public void down(String reason) {
        for (String requestId : List.copyOf(pending.keySet())) {
            ended(
                    requestId,
                    it -> {
                        it.dispatch.lose();
                        it.failed(() -> new CallException(ErrorCode.UNAVAILABLE, reason));
                    });
        }
    }
}
