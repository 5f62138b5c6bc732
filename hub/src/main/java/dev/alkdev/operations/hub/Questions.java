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
 * Calls methods of a source or plug-in that should return at once, and does not wait longer than a
 * second if one blocks. Until that call returns, later ones are not made. Threads share it.
 */
final class Questions {
    private static final Logger LOG = LoggerFactory.getLogger(Questions.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final String subject;
    private volatile @Nullable Thread blocked;

    /**
     * Prepares calls.
     *
     * @param subject the object whose methods are called, for the log, as in "The source shop"
     */
    Questions(String subject) {
        this.subject = subject;
    }

    /** Whether a method has not returned yet. */
    boolean isBlocked() {
        Thread thread = blocked;
        return thread != null && thread.isAlive();
    }

    /**
     * Calls a method.
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
                        .name("operations-state " + subject)
                        .start(() -> complete(question, answer));
        try {
            return answer.get(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            if (!isBlocked()) {
                LOG.warn("{} does not report its state: a call blocks", subject);
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
