package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.atomic.AtomicLong;

/** Opens subscriptions: checks the call on the caller's thread, then starts the handler. */
final class StreamOpener {
    private final OperationRegistry registry;
    private final AtomicLong open = new AtomicLong();

    StreamOpener(OperationRegistry registry) {
        this.registry = registry;
    }

    /** How many have a handler that has not ended. */
    long open() {
        return open.get();
    }

    /**
     * Opens a subscription.
     *
     * @param owner closes it with the call that opened it, if one did
     */
    Subscription<JsonNode> open(
            RegisteredOperation operation,
            JsonNode input,
            CallTerms terms,
            @Nullable CallResources owner) {
        return start(prepare(operation, input, terms, null), owner);
    }

    /** Opens one that is watched. Once it is open, the handler's thread reports its end. */
    Subscription<JsonNode> openObserved(ObservedCall observed, @Nullable CallResources owner) {
        IncomingCall call = observed.incoming();
        try {
            StreamRun run =
                    prepare(
                            registry.registered(call.operationId()),
                            call.input(),
                            call.terms(),
                            observed.observation());
            call.endWith(run::end);
            return start(run, owner);
        } catch (Throwable failure) {
            throw observed.failed(failure);
        }
    }

    private StreamRun prepare(
            RegisteredOperation operation,
            JsonNode input,
            CallTerms terms,
            @Nullable CallObservation observation) {
        operation.streamHandler();
        operation.checkAccess(terms.caller());
        return new StreamRun(registry, operation, input, terms, observation);
    }

    private Subscription<JsonNode> start(StreamRun run, @Nullable CallResources owner) {
        run.checkInput();
        OpenSubscription subscription = new OpenSubscription(run);
        run.start(open, owner);
        return subscription;
    }
}
