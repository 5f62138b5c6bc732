package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Progressed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The answering half of a link: runs what the peer requests in a registry, each request on a
 * virtual thread, and sends the result. Threads may share it.
 */
public final class CallHandler implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(CallHandler.class);

    private static final LogCounter BUGS = new LogCounter();

    private final Link link;
    private final OperationRegistry registry;
    private final OperationRegistry services;
    private final Services offered;
    private final TimeSource time;
    private final HandlerOptions options;
    private final Refusals refusals;
    private final ActiveCalls active = new ActiveCalls();
    private final AtomicLong losses = new AtomicLong();
    private volatile boolean offering;

    /**
     * A handler.
     *
     * @param services what is answered besides the registry, and before it
     * @param offered what the peer may know of
     */
    CallHandler(Link link, OperationRegistry services, Services offered, HandlerOptions options) {
        this.link = link;
        this.registry = offered.registry;
        this.services = services;
        this.offered = offered;
        this.offering = options.offers();
        this.time = registry.time();
        this.options = options;
        this.refusals = new Refusals(link);
    }

    /**
     * The answering half of a link, for use without a {@link Peer}: {@linkplain Link#open open} the
     * link with it, or pass on to it what the link delivers. It answers no questions about the
     * registry ({@code services.list}).
     */
    public static CallHandler over(Link link, OperationRegistry registry, HandlerOptions options) {
        return new CallHandler(
                link, registry, new Services(registry, link, id -> List.of()), options);
    }

    /** How many requests of the peer are being answered. */
    public int activeCount() {
        return active.byId.size();
    }

    @Override
    public Offering offering() {
        return offering ? offered : Offering.nothing();
    }

    /** Nothing to do: the peer sends requests. */
    @Override
    public void up() {}

    /** Answers requests of the peer, until it aborts them or reports that they failed there. */
    @Override
    public void received(CallEvent event) {
        switch (event) {
            case Requested request -> received(request);
            case Aborted aborted -> received(aborted);
            case Credit credit -> received(credit);
            case Responded responded -> {}
            case Completed completed -> {}
            case Failed failed -> cancel(failed.requestId(), "the caller failed the call");
            case Progressed progressed -> {}
        }
    }

    private void received(Requested request) {
        long lossesBefore = losses.get();
        ActiveCall call = new ActiveCall(request, deadline(request), link);
        if (!offering) {
            refusals.send(request.requestId(), nothingOffered());
        } else if (active.byId.size() >= options.maxConcurrentCalls()) {
            String message = "more than " + options.maxConcurrentCalls() + " calls at once";
            refusals.send(request.requestId(), new CallException(ErrorCode.OVERLOADED, message));
        } else if (!budget(call).tryAcquire(call.weight)) {
            refusals.send(request.requestId(), noMemory());
        } else if (!active.add(call)) {
            budget(call).release(call.weight);
            String message = "the request id " + request.requestId() + " is in use";
            refusals.send(
                    request.requestId(), new CallException(ErrorCode.VALIDATION_ERROR, message));
        } else if (losses.get() != lossesBefore || !link.isUp()) {
            // The link was lost meanwhile, and down() may have come before the call was there.
            remove(call);
        } else if (!offering) {
            // As above: stopOffering may have come before the call was there.
            remove(call);
            refusals.send(request.requestId(), nothingOffered());
        } else {
            Thread.startVirtualThread(() -> answer(call));
        }
    }

    private ByteBudget budget(ActiveCall call) {
        return registry.byteBudget().part(call.weight);
    }

    private void remove(ActiveCall call) {
        active.remove(call);
        budget(call).release(call.weight);
    }

    /**
     * When a request received just now must have ended, by this clock. The time left counts before
     * the deadline, because the clock of the peer may be wrong.
     */
    private long deadline(Requested request) {
        Long left = request.timeLeft();
        return left != null
                ? Deadlines.after(Duration.ofMillis(left), time)
                : request.call().deadlineFrom(time);
    }

    private void received(Aborted event) {
        cancel(event.requestId(), "the caller aborted the call");
        for (ActiveCall child : active.childrenOf(event.requestId())) {
            cancel(child, "the call it belongs to was aborted");
        }
    }

    private void cancel(String requestId, String reason) {
        ActiveCall call = active.byId.get(requestId);
        if (call != null) {
            cancel(call, reason);
        }
    }

    /** Handlers may have added actions that block, and the thread of a link or timer must not. */
    private static void cancel(ActiveCall call, String reason) {
        Thread.ofVirtual().name("operations-cancel").start(() -> call.cancellation.cancel(reason));
    }

    private void received(Credit event) {
        ActiveCall call = active.byId.get(event.requestId());
        if (call != null) {
            call.addCredits(event.credits());
        }
    }

    /** Ends everything, because no answer can be sent any more. */
    @Override
    public void down(String reason) {
        losses.incrementAndGet();
        active.byId.values().forEach(call -> cancel(call, reason));
    }

    /** Refuses everything from now on and ends what runs, with an answer for each. */
    void stopOffering() {
        offering = false;
        for (ActiveCall call : active.byId.values()) {
            cancel(call, "nothing is offered over this link any longer");
            refusals.send(call.request.requestId(), nothingOffered());
        }
    }

    static CallException noMemory() {
        return new CallException(
                ErrorCode.OVERLOADED, "the server has no memory left for this request");
    }

    private static CallException nothingOffered() {
        return new CallException(
                ErrorCode.OPERATION_NOT_FOUND, "nothing is offered over this link");
    }

    private void answer(ActiveCall active) {
        Requested request = active.request;
        try {
            RegisteredOperation operation = services.resolve(request.operationId()).orElse(null);
            OperationRegistry target = operation == null ? registry : services;
            if (operation == null) {
                operation = registry.resolve(request.operationId()).orElse(null);
            }
            if (subscribes(request, operation)) {
                CallBuilder call = terms(active).deadline(active.deadline);
                target.stream(to(operation, call, request), active);
                trySend(active, new Completed(request.requestId()));
            } else {
                CallBuilder call = limited(active, terms(active));
                ResponseEnvelope<JsonNode> output = target.execute(to(operation, call, request));
                trySend(active, new Responded(request.requestId(), output, null));
            }
        } catch (CallException failure) {
            trySend(active, Failed.of(request.requestId(), failure));
        } catch (RuntimeException | Error e) {
            trySend(active, Failed.of(request.requestId(), unanswerable(request, e)));
        } finally {
            remove(active);
        }
    }

    /** The received call, with its caller here. */
    private CallBuilder terms(ActiveCall active) {
        Call asked = active.request.call();
        CallBuilder call =
                asked.toBuilder()
                        .caller(caller(asked))
                        .gateway(options.gateway())
                        .cancellation(active.cancellation);
        if (active.request.wantsProgress()) {
            String id = asked.requestId();
            call.onProgress(progress -> trySend(active, new Progressed(id, progress)));
        }
        return call;
    }

    private static Call to(
            @Nullable RegisteredOperation operation, CallBuilder call, Requested request) {
        Call asked = request.call();
        return operation == null
                ? call.to(asked.operationId(), asked.input())
                : call.to(operation, asked.input());
    }

    /** Whatever a peer writes, a call ends after the longest time that is allowed. */
    private CallBuilder limited(ActiveCall active, CallBuilder call) {
        long latest = Deadlines.after(options.maxTimeout(), time);
        if (active.deadline == Deadlines.NONE) {
            Duration standard = options.defaultTimeout();
            long deadline = Math.min(Deadlines.after(standard, time), latest);
            return call.deadline(deadline).extendable(standard, latest);
        }
        call.deadline(Math.min(active.deadline, latest));
        Duration step = active.request.call().extension().orElse(null);
        return step == null ? call : call.extendable(step, latest);
    }

    private Caller caller(Call asked) {
        if (!link.trustsIdentities()) {
            return link.peer();
        }
        return switch (asked.caller()) {
            case Caller.Authenticated known -> known;
            // Somebody whom the peer serves and does not know has no part in what the peer may do.
            case Caller.Anonymous anonymous -> anonymous;
            case Caller.Trusted ownCode -> link.peer();
        };
    }

    /**
     * A request that gives neither does what fits the operation. What does not exist is refused by
     * the registry, so that whoever observes its calls learns of it.
     */
    private static boolean subscribes(Requested request, @Nullable RegisteredOperation operation) {
        Boolean stream = request.stream();
        if (stream != null) {
            return stream;
        }
        return request.call().window().isPresent()
                || (operation != null && operation.spec().type() == OperationType.SUBSCRIPTION);
    }

    /** A bug of this side, too little memory, or a value that is too deep to be written. */
    static CallException unanswerable(Requested request, Throwable problem) {
        long times = BUGS.due(problem.getClass().getName());
        if (times > 0) {
            LOG.error(
                    "Answering {} failed ({} such failures so far)",
                    request.operationId(),
                    times,
                    problem);
        }
        return new CallException(ErrorCode.UNKNOWN_ERROR, "the call could not be answered");
    }

    private void trySend(ActiveCall call, CallEvent answer) {
        if (!call.cancellation.isCancelled()) {
            trySend(answer);
        }
    }

    private void trySend(CallEvent answer) {
        try {
            link.send(answer);
        } catch (CallException e) {
            if (e.code().equals(ErrorCode.VALIDATION_ERROR)) {
                trySendInsteadOf(answer, e.getMessage());
            } else {
                LOG.debug("No answer to {}", link.name(), e);
            }
        } catch (RuntimeException | Error e) {
            LOG.debug("An answer to {} cannot be written", link.name(), e);
            boolean isDeep = !(e instanceof OutOfMemoryError);
            trySendInsteadOf(answer, isDeep ? "it is too deep" : "there is no memory to write it");
        }
    }

    /** Every request gets an answer, shortened if it must be. */
    private void trySendInsteadOf(CallEvent answer, String reason) {
        if (answer instanceof Progressed(String id, Progress made)) {
            // It never fails the call: it goes without its texts, or not at all.
            if (made.message() != null || made.more() != null) {
                trySend(new Progressed(id, new Progress(made.amount(), made.total(), null)));
            }
            return;
        }
        if (!(answer instanceof Failed failed)) {
            trySend(Failed.of(answer.requestId(), PeerFaults.answer(reason)));
            return;
        }
        for (Failed shorter : List.of(PeerFaults.small(failed), PeerFaults.smallest(failed))) {
            try {
                link.send(shorter);
                return;
            } catch (RuntimeException e) {
                LOG.debug("No answer to {}", link.name(), e);
            }
        }
    }
}
