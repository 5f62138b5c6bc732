package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Handler;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The answering half of a link: runs what the peer requests in a registry, each request on a
 * virtual thread, and sends what comes of it. Threads may share it.
 */
public final class CallHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CallHandler.class);

    private static final LogCounter BUGS = new LogCounter();

    /** How long a reader may take nothing before its stream gives up its place. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Link link;
    private final OperationRegistry registry;
    private final OperationRegistry services;
    private final TimeSource time;
    private final HandlerOptions options;
    private final RequestTerms terms;
    private final Refusals refusals;
    private final ActiveCalls active = new ActiveCalls();
    private final AtomicLong losses = new AtomicLong();
    private volatile boolean offering;

    /**
     * A handler.
     *
     * @param services what is answered besides the registry, and before it
     */
    CallHandler(
            Link link,
            OperationRegistry registry,
            OperationRegistry services,
            HandlerOptions options) {
        this.link = link;
        this.registry = registry;
        this.services = services;
        this.time = registry.time();
        this.options = options;
        this.offering = options.offers();
        this.terms = new RequestTerms(link, time, options);
        this.refusals = new Refusals(link);
    }

    /** How many requests of the peer are being answered. */
    public int activeCount() {
        return active.size();
    }

    /** How many requests were refused without an answer, because the peer did not take it. */
    public long droppedRefusals() {
        return refusals.dropped();
    }

    void received(Requested request) {
        long lossesBefore = losses.get();
        ActiveCall call = new ActiveCall(request, terms.deadline(request), metadata(request));
        if (!offering) {
            refuse(request, nothingOffered());
        } else if (active.size() >= options.maxConcurrentCalls()) {
            String message = "more than " + options.maxConcurrentCalls() + " calls at once";
            refuse(request, new CallException(ErrorCode.OVERLOADED, message));
        } else if (!active.add(call)) {
            String message = "the request id " + request.requestId() + " is in use";
            refuse(request, new CallException(ErrorCode.VALIDATION_ERROR, message));
        } else if (losses.get() != lossesBefore || !link.isUp()) {
            // The link was lost meanwhile, and cancelAll may have come before the call was there.
            active.remove(call);
        } else if (!offering) {
            // As above: stopOffering may have come before the call was there.
            active.remove(call);
            refuse(request, nothingOffered());
        } else {
            Thread.startVirtualThread(() -> answer(call));
        }
    }

    /** A request that is forwarded carries on what it has passed. */
    private Map<String, JsonNode> metadata(Requested request) {
        Handler handler = registry.handler(request.operationId()).orElse(null);
        return request.via().isEmpty() || PeerImport.providersOf(handler) == null
                ? Hops.without(request.metadata())
                : Hops.keep(request);
    }

    private void refuse(Requested request, CallException failure) {
        refusals.send(request.requestId(), failure);
    }

    void received(Aborted event) {
        ActiveCall call = active.find(event.requestId());
        if (call != null) {
            call.cancel("the caller aborted the call");
        }
        for (ActiveCall child : active.childrenOf(event.requestId())) {
            child.cancel("the call it belongs to was aborted");
        }
    }

    void received(Credit event) {
        ActiveCall call = active.find(event.requestId());
        if (call != null) {
            call.addCredits(event.credits());
        }
    }

    /** Ends everything, because nobody can be told of it any more. */
    void cancelAll(String reason) {
        losses.incrementAndGet();
        active.all().forEach(call -> call.cancel(reason));
    }

    boolean isOffering() {
        return offering;
    }

    /** Refuses everything from now on, and ends what runs; whoever waits for it gets an answer. */
    void stopOffering() {
        offering = false;
        for (ActiveCall call : active.all()) {
            call.cancel("nothing is offered over this link any longer");
            refuse(call.request(), nothingOffered());
        }
    }

    private static CallException nothingOffered() {
        return new CallException(
                ErrorCode.OPERATION_NOT_FOUND, "nothing is offered over this link");
    }

    private void answer(ActiveCall call) {
        Requested request = call.request();
        try {
            OperationRegistry target = target(request.operationId());
            if (subscribes(request, target)) {
                stream(call, target);
                trySend(call, new Completed(request.requestId()));
            } else {
                ResponseEnvelope<JsonNode> output =
                        target.execute(request.operationId(), request.input(), terms.ofCall(call));
                trySend(call, new Responded(request.requestId(), output, null));
            }
        } catch (CallException failure) {
            trySend(call, Failed.of(request.requestId(), failure));
        } catch (InterruptedException e) {
            // The call was cancelled, and nobody waits for an answer.
        } catch (RuntimeException | StackOverflowError e) {
            long times = BUGS.due(e.getClass().getName());
            if (times > 0) {
                LOG.error(
                        "Answering {} failed ({} such failures so far)",
                        request.operationId(),
                        times,
                        e);
            }
            CallException unknown =
                    new CallException(ErrorCode.UNKNOWN_ERROR, "the call could not be answered");
            trySend(call, Failed.of(request.requestId(), unknown));
        } finally {
            active.remove(call);
        }
    }

    private OperationRegistry target(String operationId) {
        return services.find(operationId).isPresent() ? services : registry;
    }

    /**
     * A peer that says neither gets what fits the operation. What does not exist is refused by the
     * registry, so that whoever observes its calls learns of it.
     */
    private static boolean subscribes(Requested request, OperationRegistry target) {
        Boolean stream = request.stream();
        if (stream != null) {
            return stream;
        }
        return request.window() != null
                || target.find(request.operationId())
                        .filter(spec -> spec.type() == OperationType.SUBSCRIPTION)
                        .isPresent();
    }

    private void stream(ActiveCall call, OperationRegistry target) throws InterruptedException {
        Requested request = call.request();
        Thread thread = Thread.currentThread();
        long sequence = 0;
        try (Registration interrupt = call.cancellation().onCancel(thread::interrupt);
                Registration timer = expiry(call);
                Subscription<JsonNode> items =
                        target.subscribe(
                                request.operationId(), request.input(), terms.ofStream(call))) {
            while (items.hasNext()) {
                ResponseEnvelope<JsonNode> item = items.next();
                if (!call.awaitCredit(PATIENCE)) {
                    throw new CallException(
                            ErrorCode.TIMEOUT,
                            request.operationId()
                                    + " did not end by its deadline, or nobody read it for long");
                }
                link.send(new Responded(request.requestId(), item, sequence++));
            }
        }
    }

    /** The stream ends by itself at its deadline, but not who waits for the reader. */
    private Registration expiry(ActiveCall call) {
        Long deadline = call.deadline();
        return deadline == null
                ? () -> {}
                : time.schedule(Deadlines.left(deadline, time), call::expire);
    }

    private void trySend(ActiveCall call, CallEvent answer) {
        if (!call.cancellation().isCancelled()) {
            trySend(answer);
        }
    }

    private void trySend(CallEvent answer) {
        try {
            link.send(answer);
        } catch (CallException e) {
            if (!e.code().equals(ErrorCode.VALIDATION_ERROR)) {
                LOG.debug("No answer to {}", link.name(), e);
            } else if (answer instanceof Failed failed) {
                trySendShortened(failed);
            } else {
                trySend(Failed.of(answer.requestId(), PeerFaults.answer(e.getMessage())));
            }
        } catch (RuntimeException | StackOverflowError e) {
            // A value that is too deep to be written, for instance.
            if (answer instanceof Failed failed) {
                trySendShortened(failed);
            } else {
                trySend(Failed.of(answer.requestId(), PeerFaults.answer("it is too deep")));
            }
        }
    }

    /** Whoever waits for an answer gets one, with less in it if need be. */
    private void trySendShortened(Failed failed) {
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
