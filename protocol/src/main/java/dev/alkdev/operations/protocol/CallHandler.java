package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
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

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The answering half of a link: runs what the peer requests in a registry, each request on a
 * virtual thread, and sends what comes of it. Threads may share it.
 */
public final class CallHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CallHandler.class);

    private final Link link;
    private final OperationRegistry registry;
    private final OperationRegistry services;
    private final TimeSource time;
    private final HandlerOptions options;
    private final Map<String, ActiveCall> active = new ConcurrentHashMap<>();

    /**
     * A handler.
     *
     * @param services what is answered besides the registry, under the namespace {@code services}
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
    }

    /** How many requests of the peer are being answered. */
    public int activeCount() {
        return active.size();
    }

    void received(Requested request) {
        ActiveCall call = new ActiveCall(request);
        if (active.size() >= options.maxConcurrentCalls()) {
            String message = "more than " + options.maxConcurrentCalls() + " calls at once";
            refuse(request, new CallException(ErrorCode.OVERLOADED, message));
        } else if (active.putIfAbsent(request.requestId(), call) != null) {
            String message = "the request id " + request.requestId() + " is in use";
            refuse(request, new CallException(ErrorCode.VALIDATION_ERROR, message));
        } else {
            Thread.startVirtualThread(() -> answer(call));
        }
    }

    /** Sending may block, and whoever received the request must not. */
    private void refuse(Requested request, CallException failure) {
        Thread.startVirtualThread(() -> trySend(Failed.of(request.requestId(), failure)));
    }

    void received(Aborted event) {
        ActiveCall call = active.get(event.requestId());
        if (call != null) {
            call.cancel("the caller aborted the call");
        }
        for (ActiveCall other : active.values()) {
            if (event.requestId().equals(other.request().parentRequestId())) {
                other.cancel("the call it belongs to was aborted");
            }
        }
    }

    void received(Credit event) {
        ActiveCall call = active.get(event.requestId());
        if (call != null) {
            call.addCredits(event.credits());
        }
    }

    /** Ends everything, because nobody can be told of it any more. */
    void cancelAll(String reason) {
        active.values().forEach(call -> call.cancel(reason));
    }

    private void answer(ActiveCall call) {
        Requested request = call.request();
        try {
            OperationRegistry target = target(request.operationId());
            OperationType type = target.spec(request.operationId()).type();
            if (type == OperationType.SUBSCRIPTION || request.window() != null) {
                stream(call, target);
                trySend(call, new Completed(request.requestId()));
            } else {
                ResponseEnvelope<JsonNode> output =
                        target.execute(request.operationId(), request.input(), context(call, true));
                trySend(call, new Responded(request.requestId(), output, null));
            }
        } catch (CallException failure) {
            trySend(call, Failed.of(request.requestId(), failure));
        } catch (InterruptedException e) {
            // The call was cancelled, and nobody waits for an answer.
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("Answering {} failed", request.operationId(), e);
            CallException unknown =
                    new CallException(ErrorCode.UNKNOWN_ERROR, "the call could not be answered");
            trySend(call, Failed.of(request.requestId(), unknown));
        } finally {
            active.remove(request.requestId());
        }
    }

    private OperationRegistry target(String operationId) {
        return operationId.startsWith(Services.PREFIX) ? services : registry;
    }

    private void stream(ActiveCall call, OperationRegistry target) throws InterruptedException {
        Requested request = call.request();
        Thread thread = Thread.currentThread();
        long sequence = 0;
        try (Registration interrupt = call.cancellation().onCancel(thread::interrupt);
                Subscription<JsonNode> items =
                        target.subscribe(
                                request.operationId(), request.input(), context(call, false))) {
            while (items.hasNext()) {
                ResponseEnvelope<JsonNode> item = items.next();
                call.awaitCredit();
                link.send(new Responded(request.requestId(), item, sequence++));
            }
        }
    }

    private OperationContext context(ActiveCall call, boolean needsDeadline) {
        Requested request = call.request();
        OperationContext.Builder context =
                OperationContext.builder()
                        .caller(caller(request))
                        .requestId(request.requestId())
                        .metadata(request.metadata())
                        .cancellation(call.cancellation());
        if (request.parentRequestId() != null) {
            context.parentRequestId(request.parentRequestId());
        }
        if (request.deadline() != null) {
            context.deadline(Instant.ofEpochMilli(request.deadline()));
        } else if (needsDeadline) {
            context.deadline(time.now().plus(options.defaultTimeout()));
        }
        return context.build();
    }

    private Caller caller(Requested request) {
        return request.identity() != null && link.trustsIdentities()
                ? Caller.of(request.identity())
                : link.peer();
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
            if (e.code().equals(ErrorCode.VALIDATION_ERROR) && !(answer instanceof Failed)) {
                trySend(Failed.of(answer.requestId(), e));
            } else {
                LOG.debug("No answer to {}", link.name(), e);
            }
        }
    }
}
