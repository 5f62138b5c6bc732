package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.ExtendableDeadline;
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

    /** From the start of the call to its end; null if others see to it. */
    private final @Nullable Registration attached;

    private final @Nullable Registration timer;
    private Cancellation.@Nullable Interruption running;

    private @Nullable Registration waiting;
    private volatile @Nullable CallResources resources;
    private boolean imaginary;

    /** Whether its handler runs on a thread of {@link ComputeThreads}. */
    boolean computes;

    private OperationContext(
            Call call,
            OperationRegistry registry,
            @Nullable Caller authority,
            @Nullable Cancellation cancellation,
            CallEnd end,
            boolean own) {
        this.call = call;
        this.registry = registry;
        this.authority = authority;
        this.cancellation = cancellation;
        this.deadline = end.latest();
        this.attached = own && cancellation != null ? cancellation.attach() : null;
        this.timer = own && cancellation != null ? timer(end, cancellation) : null;
    }

    /** The context of a call that was made elsewhere, or not at all, for calls in a registry. */
    static OperationContext of(Call call, OperationRegistry registry) {
        Cancellation given = call.terms.cancellation;
        CallEnd end = CallEnd.fixed(call.deadlineFrom(registry.time()));
        OperationContext context = new OperationContext(call, registry, null, given, end, false);
        context.imaginary = true;
        return context;
    }

    /** The context of the same call, which ends with it, for making calls in another registry. */
    OperationContext in(OperationRegistry other) {
        CallEnd end = CallEnd.fixed(deadline);
        OperationContext same =
                new OperationContext(call, other, authority, cancellation, end, false);
        same.resources = resources();
        same.imaginary = imaginary;
        same.computes = computes;
        return same;
    }

    /** Whether a handler runs, or ran, in this context. */
    boolean isOfHandler() {
        return !imaginary;
    }

    /**
     * Checks that a call can be made in the course of this one.
     *
     * @throws CallException if this one is over
     */
    void throwIfOver(String operationId) {
        CallResources used = resources;
        if (used != null && used.hasEnded()) {
            throw new CallException(
                    ErrorCode.ABORTED, "the call that would call " + operationId + " is over");
        }
    }

    /**
     * Of a call that runs: starts its clock, unless it runs under one that ends as early. For a
     * call that nobody can end nothing is set up.
     *
     * @param alone whether it can be ended without ending what it runs under
     */
    static OperationContext running(
            Call call, RegisteredOperation operation, CallEnd end, boolean alone) {
        Cancellation given = call.terms.cancellation;
        long latest = end.latest();
        boolean own =
                alone
                        || end.isExtendable()
                        || (given == null ? latest != Deadlines.NONE : !given.expiresBy(latest));
        Cancellation used = own ? new Cancellation(given, latest) : given;
        return new OperationContext(call, operation.registry, operation.authority, used, end, own);
    }

    private @Nullable Registration timer(CallEnd end, Cancellation own) {
        if (deadline == Deadlines.NONE) {
            return null;
        }
        Cancellation above = call.terms.cancellation;
        // Not the call: a timer that is closed may keep this for a while, and inputs are large.
        Expiry expiry = new Expiry(own, call.operationId(), registry.time(), call.terms.overdue);
        ExtendableDeadline.Extension extension = end.extension();
        if (extension != null) {
            ExtendableDeadline extendable =
                    ExtendableDeadline.start(registry.time(), end.deadline(), extension, expiry);
            own.extendedBy(extendable);
            return extendable;
        }
        Duration left = Deadlines.left(deadline, registry.time());
        if (left.isZero()) {
            expiry.run();
            return null;
        }
        // One timer for a call and all that it calls.
        return above != null && above.expiresBy(deadline)
                ? null
                : registry.time().schedule(left, expiry);
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

    /** When the call must have ended; empty if there is no limit. Progress may extend it. */
    public Optional<Instant> deadline() {
        long end = currentEnd();
        return end == Deadlines.NONE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
    }

    /**
     * The time left until the deadline, never negative; empty if there is no deadline. Progress may
     * extend it.
     */
    public Optional<Duration> remaining() {
        long end = currentEnd();
        return end == Deadlines.NONE
                ? Optional.empty()
                : Optional.of(Deadlines.left(end, registry.time()));
    }

    private long currentEnd() {
        return cancellation == null ? deadline : Math.min(deadline, cancellation.end());
    }

    /**
     * Allows the call this much time from now if its caller left the time to the gateway: at most
     * the maximum of the gateway. For handlers that have a timeout of their own.
     */
    public void extend(Duration left) {
        if (cancellation != null) {
            cancellation.extend(left);
        }
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
        return new OperationEnv(registry, nested(), resources(), id -> true);
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

    /** Whether progress reaches a listener, or extends the time of the call or one around it. */
    public boolean wantsProgress() {
        return call.wantsProgress() || (cancellation != null && cancellation.isExtendable());
    }

    /** As {@link #progress(double, Double, String)}, with the progress of another call. */
    public void progress(Progress progress) {
        if (cancellation != null) {
            cancellation.progressed();
        }
        call.progress(progress);
    }

    /**
     * Reports progress to the caller, if it listens, and extends a default deadline. Costs nothing
     * otherwise. Never fails the call: numbers that are not finite are logged, and so is what the
     * listener throws.
     *
     * @param amount what is done, in units of the operation's choice
     * @param total what there is to do in the same units; null if that is not known
     * @param message for people; null for none
     */
    public void progress(double amount, @Nullable Double total, @Nullable String message) {
        if (!wantsProgress()) {
            return;
        }
        try {
            progress(new Progress(amount, total, message));
        } catch (IllegalArgumentException e) {
            RegistryLog.log()
                    .warn("Progress of {} not reported: {}", call.operationId(), e.getMessage());
        }
    }

    /** Something that may take long. */
    @FunctionalInterface
    interface Work<E extends Exception> {
        void run() throws E;
    }

    /**
     * Does what the handler does not, on this thread, which is interrupted if the call ends
     * meanwhile.
     *
     * @throws CallException if the call has ended
     */
    <E extends Exception> void interruptibly(Work<E> work) throws E {
        Cancellation own = Objects.requireNonNull(cancellation);
        Cancellation.Interruption here = own.enter();
        try {
            throwIfEnded();
            work.run();
        } finally {
            if (here != null) {
                own.leave(here);
            }
        }
    }

    /**
     * The handler starts on this thread, which expiry and abort interrupt from now on.
     *
     * @throws CallException if the call ended before it began
     */
    void enter() {
        if (cancellation != null) {
            running = cancellation.enter();
            throwIfEnded();
        }
    }

    /** Why the call was ended from outside; null if it was not. */
    @Nullable CallException failure() {
        return cancellation == null ? null : cancellation.failure();
    }

    void throwIfEnded() {
        CallException ended = failure();
        if (ended != null) {
            throw ended;
        }
    }

    /** Closes a registration as soon as the handler is done. */
    void closeAtExit(Registration registration) {
        waiting = registration;
    }

    /** The handler is done, or never began: nothing of the call is left on the thread. */
    void exit() {
        if (cancellation == null) {
            return;
        }
        if (running != null) {
            cancellation.leave(running);
        }
        if (waiting != null) {
            waiting.close();
        }
        if (timer != null) {
            timer.close();
        }
        if (attached != null) {
            attached.close();
        }
        // A call around this one that is to end as well must still notice.
        if (cancellation.interrupts(Thread.currentThread())) {
            Thread.currentThread().interrupt();
        }
    }

    /** The call is over: what it left open is closed. */
    void end() {
        exit();
        // One that used nothing remembers that it is over, for whoever keeps it.
        if (resources != null || !RESOURCES.compareAndSet(this, null, ENDED)) {
            resources().end(endTimeout());
        }
    }

    /** Ends what the handler left running on other threads: no timer watches over it any more. */
    void endOthers() {
        if (attached != null && cancellation != null && cancellation.pending() > 0) {
            cancellation.cancel("the call it belongs to is over");
        }
    }

    /** How long closing may take: what is left until the deadline, and never long. */
    private Duration endTimeout() {
        Duration most = StreamRun.END_TIMEOUT;
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
