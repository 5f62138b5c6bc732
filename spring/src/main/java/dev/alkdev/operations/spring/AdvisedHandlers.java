package dev.alkdev.operations.spring;

import dev.alkdev.operations.AwaitedResult;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.StreamHandler;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;

/**
 * Runs handlers with the advice of the framework around them, until their futures have completed.
 * Threads share it.
 */
record AdvisedHandlers(List<HandlerAdvice> advice) {
    /** Causes that are searched: a chain of causes may be a circle. */
    private static final int MAX_CAUSES = 10;

    AdvisedHandlers {
        advice = List.copyOf(advice);
    }

    OperationBinding advise(OperationBinding binding) {
        String id = binding.spec().id();
        return advice.isEmpty()
                ? binding
                : switch (binding.handler()) {
                    case OperationHandler handler ->
                            binding.withHandler(new Single(this, id, handler));
                    case StreamHandler handler ->
                            binding.withHandler(new Streaming(this, id, handler));
                };
    }

    /** A handler with its input. */
    @FunctionalInterface
    private interface Work {
        @Nullable Object run() throws Exception;
    }

    private @Nullable Object run(String id, OperationContext context, Work work) throws Exception {
        try {
            return run(context, 0, work);
        } catch (CallException failure) {
            throw failure;
        } catch (Exception failure) {
            throw translated(id, failure);
        }
    }

    private @Nullable Object run(OperationContext context, int from, Work work) throws Exception {
        if (from == advice.size()) {
            return work.run();
        }
        try (Registration entered = advice.get(from).enter(context.caller())) {
            return run(context, from + 1, work);
        }
    }

    /** Translates the outermost cause that the framework knows: asynchronous code wraps causes. */
    private Exception translated(String id, Exception failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof CallException) {
                // Of another operation that the handler called.
                break;
            }
            for (HandlerAdvice each : advice) {
                Optional<CallException> translated = each.translate(id, cause);
                if (translated.isPresent()) {
                    translated.get().initCause(failure);
                    return translated.get();
                }
            }
            cause = cause.getCause();
        }
        return failure;
    }

    private record Single(AdvisedHandlers advised, String id, OperationHandler handler)
            implements OperationHandler {
        @Override
        public @Nullable Object handle(JsonNode input, OperationContext context) throws Exception {
            return advised.run(id, context, () -> AwaitedResult.of(handler.handle(input, context)));
        }
    }

    private record Streaming(AdvisedHandlers advised, String id, StreamHandler handler)
            implements StreamHandler {
        @Override
        public StreamHandler prepare(JsonNode input) {
            return new Streaming(advised, id, handler.prepare(input));
        }

        @Override
        public void handle(
                JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
                throws Exception {
            advised.run(
                    id,
                    context,
                    () -> {
                        handler.handle(input, context, emitter);
                        return null;
                    });
        }
    }
}
