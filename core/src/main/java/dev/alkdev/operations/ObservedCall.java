package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call of a registry together with those who observe it. They learn of it in order, and of its
 * end in the opposite order; if one refuses it, those before learn of that. Threads may share it.
 */
public final class ObservedCall {
    private final @Nullable RegisteredOperation operation;
    private final boolean stream;
    private final CallObserver.Observation[] observations;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long start = System.nanoTime();
    private volatile long end = start;
    private int begun;
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
            envelope = Catalog.found(operation, call.operationId()).execute(call, this);
        } catch (Throwable failure) {
            throw failed(failure);
        }
        ended(CallObserver.Outcome.of(envelope));
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

    /** The spec of the operation; empty if there is none. */
    public Optional<OperationSpec> spec() {
        return operation == null ? Optional.empty() : Optional.of(operation.spec());
    }

    /** Where the operation comes from; empty if there is none, or that is unknown. */
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
        for (CallObserver.Observation observation : observations) {
            try {
                observation.running();
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
    void ended(CallObserver.Outcome outcome) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        end = System.nanoTime();
        for (int i = begun - 1; i >= 0; i--) {
            try {
                observations[i].ended(outcome);
            } catch (Throwable e) {
                warn(e);
            }
        }
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
        ended(stream ? CallObserver.Outcome.ofStream(told) : CallObserver.Outcome.failed(told));
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof CallException ? told : told.causedBy(failure);
    }

    private CallException unknown() {
        return new CallException(ErrorCode.UNKNOWN_ERROR, call.operationId() + " failed");
    }
}
