package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.atomic.AtomicLong;

/** Opens streams: checks the call on the caller's thread, then runs or starts the handler. */
final class StreamOpener {
    private final OperationRegistry registry;
    private final CallObserver[] observers;
    private final AtomicLong open = new AtomicLong();

    StreamOpener(OperationRegistry registry, CallObserver[] observers) {
        this.registry = registry;
        this.observers = observers;
    }

    /** How many have a handler that has not ended. */
    long open() {
        return open.get();
    }

    void stream(Call call, StreamSink sink) {
        try {
            begin(call).run(sink);
        } catch (CallException failure) {
            throw outOfNestedCall(call, failure);
        }
    }

    Subscription<JsonNode> subscribe(Call call) {
        StreamBuffer buffer =
                new StreamBuffer(
                        Math.min(registry.streamBuffer(), call.window().orElse(Integer.MAX_VALUE)),
                        registry.byteBudget().bulk());
        try {
            return OpenSubscription.start(begin(call), buffer);
        } catch (CallException failure) {
            throw outOfNestedCall(call, failure);
        }
    }

    private CallException outOfNestedCall(Call call, CallException failure) {
        return call.isNested() ? failure.outOfNestedCall(registry, call.operationId()) : failure;
    }

    /** A stream whose handler only has to be run. From now on the run reports its end. */
    private StreamRun begin(Call call) {
        RegisteredOperation operation = registry.lookUp(call);
        if (observers.length == 0) {
            return admit(OperationRegistry.found(operation, call), call, null);
        }
        ObservedCall observed = ObservedCall.begin(observers, call, operation, true);
        try {
            return admit(OperationRegistry.found(operation, call), observed.call(), observed);
        } catch (Throwable failure) {
            throw observed.failed(failure);
        }
    }

    private StreamRun admit(
            RegisteredOperation operation, Call call, @Nullable ObservedCall observed) {
        operation.streamHandler();
        operation.checkAccess(call.caller());
        StreamRun run = new StreamRun(registry, operation, call, observed);
        run.admit(open);
        return run;
    }
}
