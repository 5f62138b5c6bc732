package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.atomic.LongAdder;

/** Runs the handlers of queries and mutations, on the caller's thread. */
final class Invoker {
    private final OperationRegistry registry;
    private final LongAdder open = new LongAdder();

    Invoker(OperationRegistry registry) {
        this.registry = registry;
    }

    long open() {
        return open.sum();
    }

    /** Runs a call that is watched. */
    ResponseEnvelope<JsonNode> executeObserved(ObservedCall observed) {
        IncomingCall call = observed.incoming();
        ResponseEnvelope<JsonNode> envelope;
        try {
            RegisteredOperation operation = registry.registered(call.operationId());
            envelope = execute(operation, call.input(), call.terms(), observed);
        } catch (Throwable failure) {
            throw observed.failed(failure);
        }
        observed.observation().ended(null);
        return envelope;
    }

    /**
     * Runs a call.
     *
     * @param observed who watches the call, if anybody does
     */
    ResponseEnvelope<JsonNode> execute(
            RegisteredOperation operation,
            JsonNode input,
            CallTerms terms,
            @Nullable ObservedCall observed) {
        operation.operationHandler();
        operation.checkAccess(terms.caller());
        open.increment();
        try {
            // Where nobody can end the call, nothing is set up for it.
            return terms.hasDeadline() || terms.cancellation() != null || observed != null
                    ? runCancellable(operation, input, terms, observed)
                    : run(operation, input, terms);
        } finally {
            open.decrement();
        }
    }

    private ResponseEnvelope<JsonNode> run(
            RegisteredOperation operation, JsonNode input, CallTerms terms) {
        CallException refusal = operation.refusal(input);
        if (refusal != null) {
            throw refusal;
        }
        OperationContext context =
                new OperationContext(terms, null, registry, operation.authority());
        try {
            Object result = operation.operationHandler().handle(input, context);
            return operation.results().envelope(result, terms);
        } catch (Throwable failure) {
            throw operation.failure(failure);
        } finally {
            context.end();
        }
    }

    /** Checking the input and the result count as part of the call: both can take long. */
    private ResponseEnvelope<JsonNode> runCancellable(
            RegisteredOperation operation,
            JsonNode input,
            CallTerms terms,
            @Nullable ObservedCall observed) {
        CallLifetime lifetime = lifetime(operation, terms, observed);
        OperationContext context =
                new OperationContext(
                        terms, lifetime.cancellation(), registry, operation.authority());
        ResponseEnvelope<JsonNode> envelope = null;
        CallException refusal = null;
        Throwable thrown = null;
        try {
            lifetime.enter();
            refusal = operation.refusal(input);
            if (refusal == null) {
                if (observed != null) {
                    observed.observation().running();
                }
                Object result = operation.operationHandler().handle(input, context);
                envelope = operation.results().envelope(result, terms);
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

    /** Who watches a call can end it, and no other that has the same cancellation. */
    private CallLifetime lifetime(
            RegisteredOperation operation, CallTerms terms, @Nullable ObservedCall observed) {
        if (observed == null) {
            return CallLifetime.of(operation.id(), terms, registry.time());
        }
        CallLifetime own = CallLifetime.own(operation.id(), terms, registry.time());
        observed.incoming().endWith(own.cancellation()::fail);
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
