package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Timers by the million: adding one and taking it back cost the same however many wait. Time is cut
 * into ticks; a timer waits in the slot of its tick, and one that is due in a later round of the
 * wheel stays there until it is. Timers run late by a tick at the most, never early.
 */
final class TimerWheel {
    private static final long TICK_NANOS = 5_000_000;
    private static final int SLOTS = 1 << 12;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final @Nullable Timer[] slots = new Timer[SLOTS];
    private final long start = System.nanoTime();
    private long tick;
    private int waiting;
    private boolean started;
    private boolean idle;

    /** A task that waits, linked with the others of its slot. */
    private final class Timer implements Registration {
        private final Runnable task;
        private final long due;
        private @Nullable Timer before;
        private @Nullable Timer after;
        private boolean linked;

        Timer(Runnable task, long due) {
            this.task = task;
            this.due = due;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                unlink(this);
            } finally {
                lock.unlock();
            }
        }
    }

    Registration schedule(long delayNanos, Runnable task) {
        long now = System.nanoTime() - start;
        long at =
                delayNanos >= Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, delayNanos);
        lock.lock();
        try {
            if (!started) {
                started = true;
                Thread.ofPlatform().daemon().name("operations-timer").start(this::run);
            }
            if (waiting == 0) {
                // Nothing waited, so that no tick in between is missed by anybody.
                tick = now / TICK_NANOS;
                if (idle) {
                    idle = false;
                    added.signal();
                }
            }
            Timer timer = new Timer(task, Math.max(at / TICK_NANOS + 1, tick + 1));
            link(timer);
            return timer;
        } finally {
            lock.unlock();
        }
    }

    int pending() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    private void link(Timer timer) {
        int slot = (int) (timer.due & (SLOTS - 1));
        Timer first = slots[slot];
        timer.after = first;
        if (first != null) {
            first.before = timer;
        }
        slots[slot] = timer;
        timer.linked = true;
        waiting++;
    }

    private void unlink(Timer timer) {
        if (!timer.linked) {
            return;
        }
        if (timer.before == null) {
            slots[(int) (timer.due & (SLOTS - 1))] = timer.after;
        } else {
            timer.before.after = timer.after;
        }
        if (timer.after != null) {
            timer.after.before = timer.before;
        }
        timer.before = null;
        timer.after = null;
        timer.linked = false;
        waiting--;
    }

    private void run() {
        Deque<Runnable> due = new ArrayDeque<>();
        while (true) {
            lock.lock();
            try {
                awaitTick();
                collect(due);
            } catch (InterruptedException e) {
                // Nobody may end the one timer of the process.
                continue;
            } finally {
                lock.unlock();
            }
            for (Runnable task = due.poll(); task != null; task = due.poll()) {
                // A task may run what users gave to onCancel: it must not hold up this thread.
                Thread.ofVirtual().name("operations-timeout").start(task);
            }
        }
    }

    private void awaitTick() throws InterruptedException {
        if (waiting == 0) {
            // Whoever comes and goes within the tick that follows wakes nobody.
            idle = true;
            while (idle) {
                added.await();
            }
        }
        long left = (tick + 1) * TICK_NANOS - (System.nanoTime() - start);
        while (left > 0) {
            left = added.awaitNanos(left);
        }
    }

    private void collect(Deque<Runnable> due) {
        long now = (System.nanoTime() - start) / TICK_NANOS;
        while (tick < now && waiting > 0) {
            tick++;
            Timer timer = slots[(int) (tick & (SLOTS - 1))];
            while (timer != null) {
                Timer next = timer.after;
                if (timer.due <= tick) {
                    unlink(timer);
                    due.add(timer.task);
                }
                timer = next;
            }
        }
    }
}
