package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * A running call as its handler sees it: caller, ids, time left, cancellation, and nested calls.
 * Threads may share it.
 */
public final class OperationContext {
    /** Made before the first call runs, which may end where the stack has no room for it. */
    private static final CallResources ENDED = CallResources.ended();

    private static final AtomicReferenceFieldUpdater<OperationContext, @Nullable CallResources>
            RESOURCES =
                    AtomicReferenceFieldUpdater.newUpdater(
                            OperationContext.class, CallResources.class, "resources");

    private final Call call;
    private final OperationRegistry registry;

    /** In whose name it makes nested calls; null for its caller's. */
    private final @Nullable Caller authority;

    /** What ends the call; null if nobody can. */
    final @Nullable Cancellation cancellation;

    final long deadline;
    private volatile @Nullable CallResources resources;

    OperationContext(
            Call call,
            OperationRegistry registry,
            @Nullable Caller authority,
            @Nullable Cancellation cancellation,
            long deadline) {
        this.call = call;
        this.registry = registry;
        this.authority = authority;
        this.cancellation = cancellation;
        this.deadline = deadline;
    }

    /** The context of a call that was made elsewhere, or not at all, for calls in a registry. */
    static OperationContext of(Call call, OperationRegistry registry) {
        return new OperationContext(
                call, registry, null, call.terms.cancellation, call.deadlineFrom(registry.time()));
    }

    /** The context of the same call for making calls in another registry. */
    OperationContext in(OperationRegistry other) {
        return new OperationContext(call, other, authority, cancellation, deadline);
    }

    /** The call itself. */
    public Call call() {
        return call;
    }

    /** The id of this call, a random UUID unless one was given. */
    public String requestId() {
        return call.requestId();
    }

    /** The id of the call that made this one. */
    public Optional<String> parentRequestId() {
        return call.parentRequestId();
    }

    public Caller caller() {
        return call.caller();
    }

    /** When the call must have ended; empty if there is no limit. */
    public Optional<Instant> deadline() {
        return deadline == Deadlines.NONE
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(deadline));
    }

    /** The time left until the deadline, never negative; empty if there is no deadline. */
    public Optional<Duration> remaining() {
        return deadline == Deadlines.NONE
                ? Optional.empty()
                : Optional.of(Deadlines.left(deadline, registry.time()));
    }

    /** Whether the call was ended from outside: nobody waits for its result any more. */
    public boolean cancelled() {
        return cancellation != null && cancellation.isCancelled();
    }

    /**
     * Runs an action when the call is ended from outside, or now if it is already. It runs on the
     * thread that ends the call and should be short. It is forgotten when the call is over.
     */
    public Registration onCancel(Runnable action) {
        return cancellation == null
                ? () -> {}
                : resources().closeAtEnd(cancellation.onCancel(action));
    }

    /** Makes calls on behalf of this one. */
    public OperationEnv env() {
        return new OperationEnv(registry, CallBuilder.nested(this, authority), resources());
    }

    /**
     * Starts a call in the course of this one for a peer: in the same name, within the time that is
     * left, ended with this call, which is its parent. For operations of this registry there is
     * {@link #env}.
     */
    public CallBuilder nested() {
        return CallBuilder.nested(this, authority);
    }

    /** What travels with the call besides its input. */
    public Map<String, JsonNode> metadata() {
        return call.metadata();
    }

    /** As {@link Call#lastEventId}. */
    public Optional<String> lastEventId() {
        return call.lastEventId();
    }

    /** As {@link Call#attachment}. */
    public <T> Optional<T> attachment(AttachmentKey<T> key) {
        return call.attachment(key);
    }

    /**
     * Reports progress to the caller, if it listens. Costs nothing if it does not.
     *
     * @param amount what is done, in units of the operation's choice
     * @param total what there is to do in the same units; null if that is not known
     * @param message for people; null for none
     */
    public void progress(double amount, @Nullable Double total, @Nullable String message) {
        if (call.wantsProgress()) {
            progress(new Progress(amount, total, message));
        }
    }

    private void progress(Progress progress) {
        try {
            call.progress(progress);
        } catch (RuntimeException e) {
            RegistryLog.log()
                    .warn("A listener for the progress of {} failed", call.operationId(), e);
        }
    }

    /** The call is over: what it left open is closed. */
    void end() {
        // One that used nothing remembers that it is over, for whoever keeps it.
        if (resources != null || !RESOURCES.compareAndSet(this, null, ENDED)) {
            resources().end(patience());
        }
    }

    /** How long closing may take: what is left until the deadline, and never long. */
    private Duration patience() {
        Duration most = StreamRun.PATIENCE;
        if (deadline == Deadlines.NONE) {
            return most;
        }
        Duration left = Deadlines.left(deadline, registry.time());
        return left.compareTo(most) < 0 ? left : most;
    }

    /** What belongs to the call and is closed with it. */
    CallResources resources() {
        CallResources used = resources;
        if (used == null) {
            CallResources fresh = new CallResources();
            used = RESOURCES.compareAndSet(this, null, fresh) ? fresh : resources;
        }
        return Objects.requireNonNull(used);
    }
}
