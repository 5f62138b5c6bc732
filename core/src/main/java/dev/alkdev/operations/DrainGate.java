package dev.alkdev.operations;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Predicate;

/**
 * Refuses new calls before a program stops, and waits for those that run. An observer of the
 * registry whose calls it counts. Threads share it.
 */
public final class DrainGate implements CallObserver {
    private final Mutex lock = new Mutex();
    private final Condition ended = lock.newCondition();
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
            try (Registration held = lock.hold()) {
                ended.signalAll();
            }
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
        lock.lock();
        try {
            while (running() > 0) {
                // A stream may have begun to run only now.
                end(streams);
                long left = end - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                ended.awaitNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(100)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        int left = running();
        end(calls);
        return left;
    }

    /** Ends the streams of some callers; their calls end soon by themselves. */
    public void end(Predicate<Caller> whose, CallException failure) {
        streams.stream()
                .filter(call -> whose.test(call.call().caller()))
                .forEach(call -> call.end(failure));
    }

    private void end(Set<ObservedCall> running) {
        running.forEach(call -> call.end(new CallException(ErrorCode.UNAVAILABLE, reason)));
    }
}
