package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls methods of a source that should return at once, and does not wait longer than a second if
 * one blocks. Until that call returns, later ones are not made. Threads share it.
 */
final class Questions {
    private static final Logger LOG = LoggerFactory.getLogger(Questions.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final String source;
    private volatile @Nullable Thread blocked;

    Questions(String source) {
        this.source = source;
    }

    /** Whether a method of the source has not returned yet. */
    boolean isBlocked() {
        Thread thread = blocked;
        return thread != null && thread.isAlive();
    }

    /**
     * Calls a method of the source.
     *
     * @param question runs on a thread of its own
     * @param otherwise gives the result if the method throws, or blocks: then with null
     */
    <T> T ask(Supplier<T> question, Function<@Nullable Throwable, T> otherwise) {
        if (isBlocked()) {
            return otherwise.apply(null);
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread thread =
                Thread.ofVirtual()
                        .name("operations-source-state " + source)
                        .start(() -> complete(question, answer));
        try {
            return answer.get(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            if (!isBlocked()) {
                LOG.warn("The source {} does not report its state: a call blocks", source);
            }
            blocked = thread;
        } catch (ExecutionException e) {
            return otherwise.apply(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return otherwise.apply(null);
    }

    private static <T> void complete(Supplier<T> question, CompletableFuture<T> answer) {
        try {
            answer.complete(question.get());
        } catch (Throwable e) {
            answer.completeExceptionally(e);
        }
    }
}
