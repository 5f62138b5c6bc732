package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.ExtendableDeadline;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ends calls from outside. Give it to calls with {@link CallBuilder#cancellation} and {@linkplain
 * #cancel() cancel} it: their handlers are interrupted, their children end with them. It happens
 * once. Threads may share it.
 */
public final class Cancellation {
    private static final Logger LOG = LoggerFactory.getLogger(Cancellation.class);

    private final Mutex lock = new Mutex();

    /** The first of the actions that wait: nearly always it is the only one. */
    private @Nullable Runnable first;

    /** The others, in their order. */
    private Set<Runnable> others = Set.of();

    private final @Nullable Cancellation parent;
    private final long expiry;

    /** How many calls that ran when it ended still run, by thread: see {@link #covers}. */
    private Map<Thread, Integer> endedOn = Map.of();

    private volatile @Nullable Ending ending;

    /** The deadline of its call, if progress extends it. */
    private volatile @Nullable ExtendableDeadline deadline;

    /** Why it ended. */
    private record Ending(String code, String message) {}

    /** One that ends with its parent once it is {@linkplain #attach attached}, and by itself. */
    Cancellation(@Nullable Cancellation parent, long expiry) {
        this.parent = parent;
        this.expiry = expiry;
    }

    public static Cancellation create() {
        return new Cancellation(null, Long.MAX_VALUE);
    }

    /** Cancels the calls that have it. */
    public void cancel() {
        cancel("the call was cancelled");
    }

    /** Cancels the calls that have it; they fail with this message. */
    public void cancel(String message) {
        end(new Ending(ErrorCode.ABORTED, message));
    }

    /** Ends the calls that have it with the code and message of a failure. */
    void fail(CallException failure) {
        end(new Ending(failure.code(), failure.getMessage()));
    }

    void expire(String message) {
        end(new Ending(ErrorCode.TIMEOUT, message));
    }

    public boolean isCancelled() {
        return ending != null;
    }

    /**
     * Runs an action when it is cancelled, or now if it is already. The action runs on the thread
     * that cancels and should be short; what it throws is logged. Close what is returned when the
     * action is no longer wanted.
     */
    public Registration onCancel(Runnable action) {
        Waiting waiting = new Waiting(action);
        if (!add(waiting)) {
            runLogged(action);
        }
        return waiting;
    }

    /** Gives each action an identity of its own, so that the same one may be added twice. */
    private final class Waiting implements Runnable, Registration {
        private final Runnable action;

        private Waiting(Runnable action) {
            this.action = action;
        }

        @Override
        public void run() {
            action.run();
        }

        @Override
        public void close() {
            try (Registration held = lock.hold()) {
                take(this);
            }
        }
    }

    /** Makes it end with its parent until the registration is closed. */
    Registration attach() {
        Cancellation above = parent;
        return above == null
                ? () -> {}
                : above.onCancel(
                        () -> {
                            Ending cause = above.ending;
                            if (cause != null) {
                                end(cause);
                            }
                        });
    }

    /**
     * Whether it happens by itself at this time at the latest, because it belongs to a call with a
     * deadline: whoever has it needs no timer.
     *
     * @param millis since 1970
     */
    public boolean expiresBy(long millis) {
        return expiry <= millis || (parent != null && parent.expiresBy(millis));
    }

    /** Progress of its call extends this deadline. */
    void extendedBy(ExtendableDeadline extendable) {
        deadline = extendable;
    }

    /** Whether progress extends the deadline of a call of this one or one above. */
    boolean isExtendable() {
        return deadline != null || (parent != null && parent.isExtendable());
    }

    /** A call of this one, or in the course of it, made progress. */
    void progressed() {
        ExtendableDeadline own = deadline;
        if (own != null) {
            own.extend();
        }
        if (parent != null) {
            parent.progressed();
        }
    }

    /** Allows its call this time from now, as far as its deadline can be extended. */
    void extend(Duration left) {
        ExtendableDeadline own = deadline;
        if (own != null) {
            own.extend(left);
        }
        if (parent != null) {
            parent.extend(left);
        }
    }

    /** The sooner of its extendable deadline and those above; {@link Deadlines#NONE} for none. */
    long end() {
        ExtendableDeadline own = deadline;
        long above = parent == null ? Deadlines.NONE : parent.end();
        return own == null ? above : Math.min(own.end(), above);
    }

    /** What progress allows a call with this deadline: empty if the deadline is a sooner one. */
    Optional<Duration> extension(long until) {
        ExtendableDeadline own = deadline;
        if (own != null) {
            return own.latest() <= until ? Optional.of(own.step()) : Optional.empty();
        }
        return parent == null ? Optional.empty() : parent.extension(until);
    }

    /** Whether a call of this one or one above runs on the thread and is to be interrupted. */
    boolean interrupts(Thread thread) {
        return (isCancelled() && covers(thread)) || (parent != null && parent.interrupts(thread));
    }

    /** Whether a call with exactly this cancellation, which has ended, still runs on the thread. */
    private boolean covers(Thread thread) {
        try (Registration held = lock.hold()) {
            return endedOn.containsKey(thread);
        }
    }

    /** Adds an action; false if it is too late. */
    private boolean add(Runnable action) {
        try (Registration held = lock.hold()) {
            if (ending != null) {
                return false;
            }
            if (first == null && others.isEmpty()) {
                first = action;
                return true;
            }
            if (others.isEmpty()) {
                others = new LinkedHashSet<>();
            }
            return others.add(action);
        }
    }

    /** Interrupts a thread, but only while it runs a call. */
    final class Interruption implements Runnable {
        private final Thread thread = Thread.currentThread();
        private boolean over;
        private boolean interrupted;

        private Interruption() {}

        @Override
        public void run() {
            try (Registration held = lock.hold()) {
                if (!over) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        }
    }

    /** This thread begins to run a call, to be interrupted; null if it is too late for that. */
    @Nullable Interruption enter() {
        Interruption running = new Interruption();
        return add(running) ? running : null;
    }

    /**
     * This thread has run a call: from now on no interrupt of ours can arrive, and none of ours is
     * left in its status.
     */
    void leave(Interruption running) {
        try (Registration held = lock.hold()) {
            running.over = true;
            if (ending == null) {
                take(running);
            } else {
                endedOn.computeIfPresent(
                        running.thread, (thread, calls) -> calls == 1 ? null : calls - 1);
            }
        }
        if (running.interrupted) {
            Thread.interrupted();
        }
    }

    // The very action: two may be equal.
    @SuppressWarnings("ReferenceEquality")
    private void take(Runnable action) {
        if (first == action) {
            first = null;
        } else if (!others.isEmpty()) {
            others.remove(action);
        }
    }

    /** How many actions wait. */
    int pending() {
        try (Registration held = lock.hold()) {
            return (first == null ? 0 : 1) + others.size();
        }
    }

    /** What calls that have it fail with; empty if it has not happened. */
    public Optional<CallException> reason() {
        return Optional.ofNullable(failure());
    }

    /** The failure of a call that it ended, or null if it did not. */
    @Nullable CallException failure() {
        Ending cause = ending;
        return cause == null ? null : new CallException(cause.code(), cause.message());
    }

    private void end(Ending cause) {
        List<Runnable> all = new ArrayList<>();
        try (Registration held = lock.hold()) {
            if (ending != null) {
                return;
            }
            ending = cause;
            if (first != null) {
                all.add(first);
            }
            all.addAll(others);
            first = null;
            others = Set.of();
            endedOn = running(all);
        }
        all.forEach(Cancellation::runLogged);
    }

    private static Map<Thread, Integer> running(List<Runnable> actions) {
        Map<Thread, Integer> calls = new HashMap<>();
        for (Runnable action : actions) {
            if (action instanceof Interruption running) {
                calls.merge(running.thread, 1, Integer::sum);
            }
        }
        return calls;
    }

    /** An error of one action, of whatever kind, must not keep the others from running. */
    private static void runLogged(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            LOG.warn("An action given to onCancel failed", e);
        }
    }
}
