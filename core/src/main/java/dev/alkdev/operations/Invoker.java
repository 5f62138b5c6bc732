package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.atomic.LongAdder;

/** Runs the handlers of queries and mutations, on the caller's thread. */
final class Invoker {
    private final OperationRegistry registry;
    private final CallObserver[] observers;
    private final LongAdder open = new LongAdder();

    Invoker(OperationRegistry registry, CallObserver[] observers) {
        this.registry = registry;
        this.observers = observers;
    }

    long open() {
        return open.sum();
    }

    ResponseEnvelope<JsonNode> execute(Call call) {
        try {
            return observers.length == 0
                    ? execute(OperationRegistry.found(registry.lookUp(call), call), call, null)
                    : executeObserved(call);
        } catch (CallException failure) {
            throw call.isNested() ? failure.outOfNestedCall(registry, call.operationId()) : failure;
        }
    }

    private ResponseEnvelope<JsonNode> executeObserved(Call call) {
        RegisteredOperation operation = registry.lookUp(call);
        ObservedCall observed = ObservedCall.begin(observers, call, operation, false);
        ResponseEnvelope<JsonNode> envelope;
        try {
            envelope = execute(OperationRegistry.found(operation, call), observed.call(), observed);
        } catch (Throwable failure) {
            throw observed.failed(failure);
        }
        observed.ended(CallOutcome.of(envelope));
        return envelope;
    }

    /**
     * Runs a call.
     *
     * @param observed who observes the call, if anybody does
     */
    private ResponseEnvelope<JsonNode> execute(
            RegisteredOperation operation, Call call, @Nullable ObservedCall observed) {
        operation.operationHandler();
        operation.checkAccess(call.caller());
        long deadline = operation.deadline(call);
        open.increment();
        try {
            // Where nobody can end the call, nothing is set up for it.
            return deadline != Deadlines.NONE
                            || call.terms().cancellation != null
                            || observed != null
                    ? runCancellable(operation, call, lifetime(call, deadline, observed), observed)
                    : run(operation, call);
        } finally {
            open.decrement();
        }
    }

    private ResponseEnvelope<JsonNode> run(RegisteredOperation operation, Call call) {
        OperationContext context = new OperationContext(call, registry, operation.authority());
        JsonNode input = operation.input(call);
        CallException refusal = call.leavesInputCheck() ? null : operation.refusal(input);
        if (refusal != null) {
            throw refusal;
        }
        try {
            Object result = operation.operationHandler().handle(input, context);
            return operation.results().envelope(result, call);
        } catch (Throwable failure) {
            throw operation.failure(failure);
        } finally {
            context.end();
        }
    }

    /** Checking the input and the result count as part of the call: both can take long. */
    private ResponseEnvelope<JsonNode> runCancellable(
            RegisteredOperation operation,
            Call call,
            CallLifetime lifetime,
            @Nullable ObservedCall observed) {
        OperationContext context =
                new OperationContext(call, registry, operation.authority(), lifetime);
        ResponseEnvelope<JsonNode> envelope = null;
        CallException refusal = null;
        Throwable thrown = null;
        try {
            lifetime.enter();
            JsonNode input = operation.input(call);
            refusal = call.leavesInputCheck() ? null : operation.refusal(input);
            if (refusal == null) {
                // The check may have outlasted the call: what nobody waits for is not begun.
                lifetime.throwIfEnded();
                if (observed != null) {
                    observed.running();
                }
                Object result = operation.operationHandler().handle(input, context);
                envelope = operation.results().envelope(result, call);
            }
        } catch (Throwable failure) {
            thrown = failure;
        } finally {
            lifetime.exit();
            context.end();
        }
        throwIfEnded(lifetime.cancellation(), thrown);
        if (envelope != null) {
            return envelope;
        }
        throw refusal != null ? refusal : operation.failure(thrown);
    }

    /** Who observes a call can end it, and no other that has the same cancellation. */
    private CallLifetime lifetime(Call call, long deadline, @Nullable ObservedCall observed) {
        if (observed == null) {
            return CallLifetime.of(call, deadline, registry.time());
        }
        CallLifetime own = CallLifetime.own(call, deadline, registry.time());
        observed.endWith(own.cancellation()::fail);
        return own;
    }

    /** A handler that ignored the interrupt is too late, whatever it returned. */
    private static void throwIfEnded(Cancellation cancellation, @Nullable Throwable thrown) {
        CallException ended = cancellation.failure();
        if (ended != null) {
            throw thrown == null || ended.isLike(thrown) ? ended : ended.causedBy(thrown);
        }
    }
}
