package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A call whose handler computes: it runs on a compute thread while the thread of its caller waits,
 * but not longer than the call may take.
 */
final class ComputedCall implements Runnable {
    private final OperationContext context;
    private final Cancellation cancellation;
    private final Supplier<ResponseEnvelope<JsonNode>> work;
    private final Runnable over;

    /** How many computing calls it is nested in. */
    private final int level;

    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final CompletableFuture<ResponseEnvelope<JsonNode>> result = new CompletableFuture<>();

    /** Set by the compute thread that takes the call, or by the caller that gives up before. */
    private final AtomicBoolean taken = new AtomicBoolean();

    private ComputedCall(
            OperationContext context, Supplier<ResponseEnvelope<JsonNode>> work, Runnable over) {
        this.context = context;
        this.cancellation = Objects.requireNonNull(context.cancellation);
        this.work = work;
        this.over = over;
        this.level = level(context.call());
        context.computes = true;
    }

    private static int level(Call call) {
        OperationContext parent = call.terms.parent;
        int level = 0;
        while (parent != null) {
            level += parent.computes ? 1 : 0;
            parent = parent.call().terms.parent;
        }
        return level;
    }

    /**
     * Runs a call on a compute thread and returns its result.
     *
     * @param work the call, which ends its context
     * @param over runs once, when the handler has ended, or will never begin
     */
    static ResponseEnvelope<JsonNode> run(
            OperationContext context, Supplier<ResponseEnvelope<JsonNode>> work, Runnable over) {
        return new ComputedCall(context, work, over).await();
    }

    private ResponseEnvelope<JsonNode> await() {
        context.closeAtExit(cancellation.onCancelFirst(this::giveUp));
        try {
            ComputeThreads.execute(this, level);
        } catch (Throwable noThread) {
            if (taken.compareAndSet(false, true)) {
                context.end();
                over.run();
            }
            throw noThread;
        }
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancellation.cancel("the caller was interrupted");
            throw Objects.requireNonNull(cancellation.failure());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    /**
     * Ends the call from outside: its caller returns at once, and the handler as soon as it can.
     */
    private void giveUp() {
        result.completeExceptionally(Objects.requireNonNull(cancellation.failure()));
        if (taken.compareAndSet(false, true)) {
            ComputeThreads.forget(this, level);
            context.end();
            over.run();
        }
    }

    @Override
    public void run() {
        if (!taken.compareAndSet(false, true)) {
            return;
        }
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            result.complete(work.get());
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        } finally {
            thread.setContextClassLoader(own);
            over.run();
        }
    }
}
