package dev.alkdev.operations;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Refuses new calls before a program stops, and waits for those that run. An observer of the
 * registry whose calls it counts. Threads share it.
 */
public final class DrainGate implements CallObserver {
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(100);
    private static final Duration ACTIONS_TIMEOUT = Duration.ofSeconds(1);

    private final Semaphore ended = new Semaphore(0);
    private final Set<ObservedCall> calls = ConcurrentHashMap.newKeySet();
    private final Set<ObservedCall> streams = ConcurrentHashMap.newKeySet();
    private final String reason;
    private volatile boolean closed;

    /**
     * An open gate.
     *
     * @param reason the message of calls that are refused or ended, as {@code "the hub is
     *     stopping"}
     */
    public DrainGate(String reason) {
        this.reason = reason;
    }

    @Override
    public CallObserver.Observation begin(ObservedCall call) {
        if (call.call().isNested()) {
            // What was let in may finish, with all it needs for that.
            return outcome -> {};
        }
        Set<ObservedCall> running = call.isStream() ? streams : calls;
        running.add(call);
        // Looked at after the call can be seen, or else drain() might miss it.
        if (closed) {
            running.remove(call);
            throw new CallException(ErrorCode.UNAVAILABLE, reason);
        }
        return outcome -> leave(running, call);
    }

    private void leave(Set<ObservedCall> running, ObservedCall call) {
        running.remove(call);
        if (closed) {
            ended.release();
        }
    }

    /** Whether new calls are refused. */
    public boolean isClosed() {
        return closed;
    }

    /** How many calls and streams run. */
    public int running() {
        return calls.size() + streams.size();
    }

    /**
     * Rejects new calls, ends the streams, and waits for the calls. Those that do not end in time
     * are ended.
     *
     * @return how many those were
     */
    public int drain(Duration timeout) {
        closed = true;
        long end = System.nanoTime() + timeout.toNanos();
        Set<ObservedCall> ending = new HashSet<>();
        try {
            while (running() > 0 && System.nanoTime() < end) {
                // A stream may have begun to run only now.
                endAll(streams, ending);
                long left = Math.min(end - System.nanoTime(), LOOK_AGAIN);
                if (ended.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                    ended.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int left = running();
        endAll(streams, ending);
        endAll(calls, ending);
        return left;
    }

    /**
     * Ends the streams of some callers; their calls end soon by themselves. Waits for the actions
     * of these streams, but not for long.
     */
    public void end(Predicate<Caller> whose, CallException failure) {
        List<Thread> ending =
                streams.stream()
                        .filter(call -> whose.test(call.call().caller()))
                        .map(call -> end(call, failure))
                        .toList();
        long until = System.nanoTime() + ACTIONS_TIMEOUT.toNanos();
        try {
            for (Thread each : ending) {
                each.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void endAll(Set<ObservedCall> running, Set<ObservedCall> before) {
        for (ObservedCall call : running) {
            if (before.add(call)) {
                end(call, new CallException(ErrorCode.UNAVAILABLE, reason));
            }
        }
    }

    /** On a thread of its own: actions given to {@link OperationContext#onCancel} may block. */
    private static Thread end(ObservedCall call, CallException failure) {
        return Thread.ofVirtual().name("operations-drain").start(() -> call.end(failure));
    }
}
