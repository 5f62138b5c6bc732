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
    private @Nullable Entry first;

    /** The others, in their order. */
    private Set<Entry> others = Set.of();

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
        return add(new Action(action, false));
    }

    /** As {@link #onCancel}, for actions that do not block: they run before those of users. */
    Registration onCancelFirst(Runnable action) {
        return add(new Action(action, true));
    }

    private Registration add(Action added) {
        if (!add((Entry) added)) {
            runLogged(added.action);
        }
        return added;
    }

    /** Something to end, with an identity of its own: the same action may be added twice. */
    abstract class Entry implements Registration {
        @Override
        public void close() {
            try (Registration held = lock.hold()) {
                take(this);
            }
        }
    }

    private final class Action extends Entry {
        private final Runnable action;
        private final boolean first;

        private Action(Runnable action, boolean first) {
            this.action = action;
            this.first = first;
        }
    }

    /** A cancellation that ends with this one. */
    private final class Below extends Entry {
        private final Cancellation cancellation;

        private Below(Cancellation cancellation) {
            this.cancellation = cancellation;
        }
    }

    /** Makes it end with its parent until the registration is closed. */
    Registration attach() {
        return parent == null ? () -> {} : parent.attached(this);
    }

    private Registration attached(Cancellation below) {
        Below attached = new Below(below);
        Ending cause = add(attached) ? null : ending;
        if (cause != null) {
            below.end(cause);
        }
        return attached;
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

    /**
     * Extends the default deadlines of its call and the calls around it, since a call of this one
     * made progress. For links.
     */
    public void progressed() {
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
    private boolean add(Entry action) {
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
    final class Interruption extends Entry {
        private final Thread thread = Thread.currentThread();
        private boolean over;
        private boolean interrupted;

        private Interruption() {}

        private void interrupt() {
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
    private void take(Entry action) {
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

    /** Ends all calls before it runs the actions of users, which may block. */
    private void end(Ending cause) {
        List<Runnable> actions = new ArrayList<>();
        end(cause, actions);
        actions.forEach(Cancellation::runLogged);
    }

    /** Ends the calls of this one and of those below; adds the actions of users. */
    private void end(Ending cause, List<Runnable> actions) {
        for (Entry entry : take(cause)) {
            if (entry instanceof Below below) {
                below.cancellation.end(cause, actions);
            } else if (entry instanceof Interruption running) {
                running.interrupt();
            } else if (entry instanceof Action waiting && !waiting.first) {
                actions.add(waiting.action);
            } else if (entry instanceof Action waiting) {
                runLogged(waiting.action);
            }
        }
    }

    /** Takes all entries; empty if it has ended before. */
    private List<Entry> take(Ending cause) {
        List<Entry> all = new ArrayList<>();
        try (Registration held = lock.hold()) {
            if (ending != null) {
                return all;
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
        return all;
    }

    private static Map<Thread, Integer> running(List<Entry> entries) {
        Map<Thread, Integer> calls = new HashMap<>();
        for (Entry entry : entries) {
            if (entry instanceof Interruption running) {
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
