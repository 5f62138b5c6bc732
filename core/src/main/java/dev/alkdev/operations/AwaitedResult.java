package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * Waits for the results of asynchronous handlers, on the thread that an ended call interrupts. For
 * code around handlers, such as adapters of frameworks: a call awaits the result of its handler
 * anyway. Threads may share it.
 */
public final class AwaitedResult {
    private static final int MOST_WRAPPERS = 10;

    private AwaitedResult() {}

    /**
     * Returns the value of a future, or any other value as it is.
     *
     * @throws InterruptedException if the thread is interrupted; the future is cancelled then
     * @throws Exception the failure of the future, as if the handler had thrown it
     */
    public static @Nullable Object of(@Nullable Object result) throws Exception {
        if (result instanceof JsonNode) {
            return result;
        }
        Object value = result;
        // A future that has itself as its value stays a future, which is not data.
        for (int i = 0; i < MOST_WRAPPERS && value instanceof CompletionStage<?> stage; i++) {
            value = await(stage);
        }
        if (value instanceof ResponseEnvelope<?> envelope
                && envelope.data() instanceof CompletionStage<?> stage) {
            Object data = of(stage);
            return envelope.withData(data == null ? NullNode.getInstance() : data);
        }
        return value;
    }

    /** Whether {@link #of} has something to wait for. */
    static boolean isAsync(@Nullable Object result) {
        return result instanceof CompletionStage
                || (result instanceof ResponseEnvelope<?> envelope
                        && envelope.data() instanceof CompletionStage);
    }

    /** Converts the value of a future; cancelling the result cancels the future. */
    static CompletableFuture<Object> converted(
            CompletionStage<?> stage, Function<@Nullable Object, Object> conversion) {
        CompletableFuture<?> future = stage.toCompletableFuture();
        CompletableFuture<Object> converted = future.thenApply(conversion);
        var unused =
                converted.whenComplete(
                        (value, failure) -> {
                            if (converted.isCancelled()) {
                                future.cancel(true);
                            }
                        });
        return converted;
    }

    private static @Nullable Object await(CompletionStage<?> stage) throws Exception {
        CompletableFuture<?> future = stage.toCompletableFuture();
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            future.cancel(true);
            throw interrupted;
        } catch (ExecutionException failed) {
            Throwable cause = cause(failed);
            if (cause instanceof Error error) {
                throw error;
            }
            throw (Exception) cause;
        }
    }

    /** Stages that depend on others wrap the failure, some of them more than once. */
    private static Throwable cause(Throwable failed) {
        Throwable cause = failed;
        for (int i = 0; i < MOST_WRAPPERS && cause.getCause() != null; i++) {
            if (!(cause instanceof ExecutionException || cause instanceof CompletionException)) {
                break;
            }
            cause = cause.getCause();
        }
        return cause;
    }
}
