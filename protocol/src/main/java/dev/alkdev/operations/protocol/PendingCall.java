package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ExtendableDeadline;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A call whose thread waits for the one answer. */
final class PendingCall extends Pending {

    private final Thread waiting = Thread.currentThread();

    /** Gives the result, or throws the failure. */
    private final AtomicReference<@Nullable Supplier<ResponseEnvelope<JsonNode>>> outcome =
            new AtomicReference<>();

    private final PendingProgress progress;

    /** Extended by progress; null if the deadline is fixed, or that of a call around it. */
    private volatile @Nullable ExtendableDeadline deadline;

    PendingCall(Call call, Dispatch dispatch) {
        super(dispatch);
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
        if (this.progress.add(progress)) {
            LockSupport.unpark(waiting);
        }
    }

    @Override
    void responded(
            Supplier<ResponseEnvelope<JsonNode>> output, @Nullable Long sequence, int bytes) {
        end(output);
    }

    @Override
    void completed() {
        String message = "the call ended without a result, as only a subscription does";
        failed(() -> new CallException(ErrorCode.INVALID_OPERATION_TYPE, message));
    }

    @Override
    void failed(Supplier<CallException> failure) {
        end(
                () -> {
                    throw failure.get();
                });
    }

    private void end(Supplier<ResponseEnvelope<JsonNode>> how) {
        if (outcome.compareAndSet(null, how)) {
            LockSupport.unpark(waiting);
            dispatch.end();
        }
    }

    /**
     * Waits for the answer.
     *
     * @throws InterruptedException if the thread is interrupted first
     */
    ResponseEnvelope<JsonNode> await() throws InterruptedException {
        while (true) {
            Supplier<ResponseEnvelope<JsonNode>> now = outcome.get();
            // What came before the answer is told before it.
            progress.tell();
            if (now != null) {
                return now.get();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (progress.isEmpty()) {
                LockSupport.park(this);
            }
        }
    }
}
