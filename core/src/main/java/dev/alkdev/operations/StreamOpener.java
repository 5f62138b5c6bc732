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

    Subscription<JsonNode> open(Call call) {
        RegisteredOperation operation = OperationRegistry.found(registry.lookUp(call), call);
        return start(prepare(operation, call, null));
    }

    /** Opens one that is observed. Once it is open, the handler's thread reports its end. */
    Subscription<JsonNode> openObserved(Call call, CallObserver[] observers) {
        RegisteredOperation operation = registry.lookUp(call);
        ObservedCall observed = ObservedCall.begin(observers, call, operation, true);
        try {
            StreamRun run =
                    prepare(OperationRegistry.found(operation, call), observed.call(), observed);
            observed.endWith(run::end);
            return start(run);
        } catch (Throwable failure) {
            throw observed.failed(failure);
        }
    }

    private StreamRun prepare(
            RegisteredOperation operation, Call call, @Nullable ObservedCall observed) {
        operation.streamHandler();
        operation.checkAccess(call.caller());
        return new StreamRun(registry, operation, call, observed);
    }

    private Subscription<JsonNode> start(StreamRun run) {
        run.checkInput();
        OpenSubscription subscription = new OpenSubscription(run);
        run.start(open);
        return subscription;
    }
}
