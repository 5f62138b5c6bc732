package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.ExtendableDeadline;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A call whose thread waits for the one answer. */
final class PendingCall extends Pending {

    private static final Outcome RELEASED =
            new Outcome(
                    () -> {
                        throw new IllegalStateException("the call is over");
                    },
                    0);

    private final Thread waiting = Thread.currentThread();

    private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();
    private final ByteBudget budget;
    private final String operationId;

    /** Ends a call around this one; null if there is none. */
    private final @Nullable Cancellation around;

    private final PendingProgress progress;

    /** Extended by progress; null if the deadline is fixed, or that of a call around it. */
    private volatile @Nullable ExtendableDeadline deadline;

    /**
     * How a call ended.
     *
     * @param result gives the result, or throws the failure
     * @param bytes those of the result that were acquired from the budget
     */
    private record Outcome(Supplier<ResponseEnvelope<JsonNode>> result, long bytes) {}

    PendingCall(Call call, Dispatch dispatch, ByteBudget budget) {
        super(dispatch);
        this.budget = budget;
        this.operationId = call.operationId();
        this.around = call.cancellation().orElse(null);
        this.progress = PendingProgress.of(call);
    }

    void extendedBy(ExtendableDeadline deadline) {
        this.deadline = deadline;
    }

    @Override
    void progressed(Progress progress) {
        ExtendableDeadline own = deadline;
        if (own != null) {
            own.extend();
        }
        if (around != null) {
            around.progressed();
        }
        if (this.progress.add(progress)) {
            LockSupport.unpark(waiting);
        }
    }

    @Override
    void responded(
            Supplier<ResponseEnvelope<JsonNode>> output, @Nullable Long sequence, long bytes) {
        if (outcome.get() != null) {
            return;
        }
        if (!budget.part(bytes).tryAcquire(bytes)) {
            failed(this::noMemory);
        } else if (!end(new Outcome(output, bytes))) {
            budget.part(bytes).release(bytes);
        }
    }

    private CallException noMemory() {
        String message = "there is no memory left for the result of " + operationId;
        return new CallException(ErrorCode.UNAVAILABLE, message, null, false);
    }

    @Override
    void completed() {
        String message = "the call ended without a result, as only a subscription does";
        failed(() -> new CallException(ErrorCode.INVALID_OPERATION_TYPE, message));
    }

    @Override
    void failed(Supplier<CallException> failure) {
        Supplier<ResponseEnvelope<JsonNode>> throwing =
                () -> {
                    throw failure.get();
                };
        end(new Outcome(throwing, 0));
    }

    private boolean end(Outcome how) {
        boolean first = outcome.compareAndSet(null, how);
        if (first) {
            LockSupport.unpark(waiting);
            dispatch.end();
        }
        return first;
    }

    /** Releases the bytes of the result, after the caller has it or has stopped waiting. */
    void release() {
        Outcome last = outcome.getAndSet(RELEASED);
        if (last != null && last.bytes > 0) {
            budget.part(last.bytes).release(last.bytes);
        }
    }

    /**
     * Waits for the answer.
     *
     * @throws InterruptedException if the thread is interrupted first
     */
    ResponseEnvelope<JsonNode> await() throws InterruptedException {
        while (true) {
            Outcome now = outcome.get();
            // What came before the answer is told before it.
            progress.tell();
            if (now != null) {
                return now.result.get();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            // Checked again: a listener that blocks consumes the wake-up of this thread.
            if (progress.isEmpty() && outcome.get() == null) {
                LockSupport.park(this);
            }
        }
    }
}
