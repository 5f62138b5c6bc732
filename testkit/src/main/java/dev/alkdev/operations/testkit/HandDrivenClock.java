package dev.alkdev.operations.testkit;

import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock that a test advances by hand. What becomes due runs on the thread that advances the
 * clock, in the order of its time. Threads may share it.
 */
public final class HandDrivenClock implements TimeSource {
    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::order));
    private long now = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private long scheduled;

    private record Task(long due, long order, Runnable action) {}

    @Override
    public long millis() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Registration schedule(Duration delay, Runnable action) {
        lock.lock();
        try {
            Task task = new Task(after(delay), scheduled++, action);
            tasks.add(task);
            return () -> remove(task);
        } finally {
            lock.unlock();
        }
    }

    /** A delay longer than time is never over. */
    private long after(Duration delay) {
        Duration longest = Duration.ofMillis(Long.MAX_VALUE - now);
        return delay.compareTo(longest) >= 0 ? Long.MAX_VALUE : now + delay.toMillis();
    }

    private void remove(Task task) {
        lock.lock();
        try {
            tasks.remove(task);
        } finally {
            lock.unlock();
        }
    }

    /** Advances the clock and runs what becomes due. */
    public void advance(Duration by) {
        long end = millis() + by.toMillis();
        for (Task task = nextBy(end); task != null; task = nextBy(end)) {
            task.action().run();
        }
    }

    /** Moves to the next task, or to the end if there is none until then. */
    private @Nullable Task nextBy(long end) {
        lock.lock();
        try {
            Task next = tasks.peek();
            if (next == null || next.due() > end) {
                now = end;
                return null;
            }
            now = Math.max(now, next.due());
            return tasks.poll();
        } finally {
            lock.unlock();
        }
    }

    /** How long it is until the next task is due; nothing if none waits. */
    public Optional<Duration> untilNext() {
        lock.lock();
        try {
            return Optional.ofNullable(tasks.peek())
                    .map(task -> Duration.ofMillis(task.due() - now));
        } finally {
            lock.unlock();
        }
    }

    /** How many tasks wait for their time. */
    public int pending() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }
}
