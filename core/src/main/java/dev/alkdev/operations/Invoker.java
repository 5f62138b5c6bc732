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
     * @param observation is told before the handler runs, if there is one
     */
    ResponseEnvelope<JsonNode> execute(
            RegisteredOperation operation,
            JsonNode input,
            CallTerms terms,
            @Nullable CallObservation observation) {
        OperationHandler handler = operation.operationHandler();
        operation.admit(input, terms.caller());
        if (observation != null) {
            observation.running();
        }
        open.increment();
        try {
            // Without deadline and cancellation nothing is set up that could end the call.
            Object result =
                    terms.hasDeadline() || terms.cancellation() != null
                            ? runCancellable(operation, handler, input, terms)
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
            OperationHandler handler,
            JsonNode input,
            CallTerms terms) {
        CallLifetime lifetime = CallLifetime.of(operation.id(), terms, registry.time());
        Cancellation cancellation = lifetime.cancellation();
        OperationContext context =
                new OperationContext(terms, cancellation, registry, operation.authority());
        Object result = null;
        Throwable thrown = null;
        try {
            lifetime.enter();
            result = handler.handle(input, context);
        } catch (Throwable failure) {
            thrown = failure;
        } finally {
            lifetime.exit();
            context.end();
        }
        return outcome(operation, cancellation, result, thrown);
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
