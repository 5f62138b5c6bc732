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
        OperationHandler handler = operation.operationHandler();
        operation.admit(input, terms.caller());
        if (observed != null) {
            observed.observation().running();
        }
        open.increment();
        try {
            // Where nobody can end the call, nothing is set up for it.
            Object result =
                    terms.hasDeadline() || terms.cancellation() != null || observed != null
                            ? runCancellable(operation, input, terms, observed)
                            : run(operation, handler, input, terms);
            return envelope(operation, result, terms);
        } finally {
            open.decrement();
        }
    }

    private static ResponseEnvelope<JsonNode> envelope(
            RegisteredOperation operation, @Nullable Object result, CallTerms terms) {
        try {
            return operation.results().envelope(result, terms);
        } catch (RuntimeException | StackOverflowError unwritable) {
            throw CallException.mapError(operation.spec(), unwritable);
        }
    }

    private @Nullable Object run(
            RegisteredOperation operation,
            OperationHandler handler,
            JsonNode input,
            CallTerms terms) {
        OperationContext context =
                new OperationContext(terms, null, registry, operation.authority());
        try {
            return handler.handle(input, context);
        } catch (Throwable failure) {
            throw CallException.mapError(operation.spec(), failure);
        } finally {
            context.end();
        }
    }

    private @Nullable Object runCancellable(
            RegisteredOperation operation,
            JsonNode input,
            CallTerms terms,
            @Nullable ObservedCall observed) {
        CallLifetime lifetime = lifetime(operation, terms, observed);
        Cancellation cancellation = lifetime.cancellation();
        OperationContext context =
                new OperationContext(terms, cancellation, registry, operation.authority());
        Object result = null;
        Throwable thrown = null;
        try {
            lifetime.enter();
            result = operation.operationHandler().handle(input, context);
        } catch (Throwable failure) {
            thrown = failure;
        } finally {
            lifetime.exit();
            context.end();
        }
        return outcome(operation, cancellation, result, thrown);
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

    private static @Nullable Object outcome(
            RegisteredOperation operation,
            Cancellation cancellation,
            @Nullable Object result,
            @Nullable Throwable thrown) {
        CallException ended = cancellation.failure();
        if (ended != null) {
            // A handler that ignored the interrupt is too late, whatever it returned.
            throw thrown == null || ended.isLike(thrown) ? ended : ended.causedBy(thrown);
        }
        if (thrown != null) {
            throw CallException.mapError(operation.spec(), thrown);
        }
        return result;
    }
}
