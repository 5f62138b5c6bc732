package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call of a registry together with those who observe it. They learn of it in order, and of its
 * end in the opposite order; if one refuses it, those before learn of that. Threads may share it.
 */
public final class ObservedCall {
    private static final String OK = "ok";
    private static final String TOOL_ERROR = "tool_error";
    private static final String CLOSED = "closed";

    private final @Nullable RegisteredOperation operation;
    private final boolean stream;
    private final CallObserver.Observation[] observations;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long start = System.nanoTime();
    private volatile long end = start;
    private int begun;
    private volatile List<Runnable> starting = List.of();
    private volatile String outcome = OK;
    private volatile @Nullable CallException failure;
    private volatile Call call;
    private volatile @Nullable Cancellation cancellation;
    private volatile @Nullable CallException early;

    private ObservedCall(
            Call call, @Nullable RegisteredOperation operation, boolean stream, int observers) {
        this.call = call;
        this.operation = operation;
        this.stream = stream;
        this.observations = new CallObserver.Observation[observers];
    }

    /**
     * Shows a call to its observers, each of which may refuse it. One that fails by itself refuses
     * it as well: it may be there to keep calls out.
     */
    static ObservedCall begin(
            CallObserver[] observers,
            Call call,
            @Nullable RegisteredOperation operation,
            boolean stream) {
        ObservedCall observed = new ObservedCall(call, operation, stream, observers.length);
        try {
            for (CallObserver observer : observers) {
                observed.observations[observed.begun] =
                        Objects.requireNonNull(observer.begin(observed));
                observed.begun++;
            }
            return observed;
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            throw observed.refused(e);
        }
    }

    /** Calls the query or mutation and reports the end. */
    ResponseEnvelope<JsonNode> execute() {
        ResponseEnvelope<JsonNode> envelope;
        try {
            envelope = RegisteredOperation.found(operation, call.operationId()).execute(call, this);
        } catch (Throwable failure) {
            throw failed(failure);
        }
        ended(envelope.isError() ? TOOL_ERROR : OK, null);
        return envelope;
    }

    private CallException refused(Throwable thrown) {
        if (thrown instanceof CallException refusal) {
            return failed(refusal);
        }
        RegistryLog.log().warn("The observer of calls failed at {}", call.operationId(), thrown);
        return failed(unknown().causedBy(thrown));
    }

    /** What is asked, with what observers have added to it. */
    public Call call() {
        return call;
    }

    /** What is called; empty if there is no such operation. */
    public Optional<RegisteredOperation> operation() {
        return Optional.ofNullable(operation);
    }

    /** The source of the operation; empty if there is none, or it is unknown. */
    public Optional<OperationBinding.Origin> origin() {
        OperationBinding.Origin origin = operation == null ? null : operation.origin;
        return Optional.ofNullable(
                origin instanceof OperationBinding.Origin.Several several
                        ? several.current()
                        : origin);
    }

    /** Whether it is to be subscribed to, not executed. */
    public boolean isStream() {
        return stream;
    }

    /** When it began, by {@link System#nanoTime}. */
    public long startNanos() {
        return start;
    }

    /** How long it took; for {@link CallObserver.Observation#ended}. */
    public long nanos() {
        return end - start;
    }

    /**
     * How it ended, in one word for logs and metrics: {@code ok}, {@code tool_error} for an answer
     * that is itself an {@linkplain ResponseEnvelope#isError error}, {@code closed} for a
     * subscription that was closed before its end, or the code of the failure. For {@link
     * CallObserver.Observation#ended}.
     */
    public String outcome() {
        return outcome;
    }

    /** Why it failed, or why it was closed. For {@link CallObserver.Observation#ended}. */
    public Optional<CallException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether it was neither answered nor closed. */
    public boolean isFailure() {
        return failure != null && !outcome.equals(CLOSED);
    }

    /** Whether the answer is an error, or there is none. */
    public boolean isError() {
        return isFailure() || outcome.equals(TOOL_ERROR);
    }

    /**
     * Runs an action when the handler is about to run, on its thread; never for a call that is
     * refused. For {@link CallObserver#begin}. What the action throws is logged.
     */
    public void onRunning(Runnable action) {
        List<Runnable> all = new ArrayList<>(starting);
        all.add(action);
        starting = all;
    }

    /**
     * Adds to the metadata of the call, in place of what its caller gave under the same names: the
     * handler sees it, and the calls it makes carry it on. For {@link CallObserver#begin}; what is
     * added later comes too late.
     */
    public void addMetadata(Map<String, JsonNode> more) {
        call = call.withMetadata(more);
    }

    /** Ends the call with this failure; one whose handler does not run yet, as soon as it would. */
    public void end(CallException failure) {
        early = failure;
        Cancellation now = cancellation;
        if (now != null) {
            now.fail(failure);
        }
    }

    /** From now on the call can be ended by this. */
    void endBy(Cancellation own) {
        cancellation = own;
        CallException before = early;
        if (before != null) {
            own.fail(before);
        }
    }

    void running() {
        for (Runnable action : starting) {
            try {
                action.run();
            } catch (Throwable e) {
                warn(e);
            }
        }
    }

    void item() {
        for (CallObserver.Observation observation : observations) {
            try {
                observation.item();
            } catch (Throwable e) {
                warn(e);
            }
        }
    }

    /**
     * Reports the end, once, to all observers: one that misses it would count the call for ever.
     */
    private void ended(String how, @Nullable CallException why) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        end = System.nanoTime();
        outcome = how;
        failure = why;
        for (int i = begun - 1; i >= 0; i--) {
            try {
                observations[i].ended(this);
            } catch (Throwable e) {
                warn(e);
            }
        }
    }

    /** Reports the end of a subscription, or of a call that failed; null for a stream's own end. */
    void ended(@Nullable CallException why) {
        boolean closed = stream && why != null && why.code().equals(ErrorCode.ABORTED);
        ended(why == null ? OK : closed ? CLOSED : why.code(), why);
    }

    private static void warn(Throwable e) {
        RegistryLog.log().warn("An observer of calls failed", e);
    }

    /**
     * Reports the failure of a call that is over.
     *
     * @return the failure, to be thrown
     * @throws Error if it is one
     */
    CallException failed(Throwable failure) {
        CallException told = failure instanceof CallException known ? known : unknown();
        ended(told);
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof CallException ? told : told.causedBy(failure);
    }

    private CallException unknown() {
        return new CallException(ErrorCode.UNKNOWN_ERROR, call.operationId() + " failed");
    }
}
