package dev.alkdev.operations.base;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/**
 * The machine's clock, with timers by the million: adding one and taking it back cost the same
 * however many wait. Time is cut into ticks, and ticks into rounds of the wheel. A timer of this
 * round waits in the slot of its tick, any other in the slot of its round until that begins. Timers
 * run late by a tick at the most, never early. The thread sleeps until the next slot that is used:
 * timers of later rounds wake nobody before their round. It allocates nothing to find what is due,
 * and whatever is thrown at it, a task that could not be started is tried again. It starts with the
 * first task and never keeps the process alive.
 */
final class TimerWheel implements TimeSource {
    /** Shared by everything in the process. */
    static final TimerWheel SYSTEM = new TimerWheel();

    private static final long TICK_NANOS = 5_000_000;
    private static final int BITS = 12;
    private static final int SLOTS = 1 << BITS;

    private final Mutex lock = new Mutex();
    private final Condition added = lock.newCondition();

    /** Those of the ticks of this round, then those of later rounds. */
    private final @Nullable Timer[] slots = new Timer[2 * SLOTS];

    private final long start = System.nanoTime();
    private final long tickNanos;

    /** Starts a task, without holding up the thread of the wheel. */
    private final Executor starter;

    /** Taken out and not started yet, linked by {@link Timer#after}. For the thread alone. */
    private @Nullable Timer firstDue;

    private @Nullable Timer lastDue;

    /** The last tick whose timers were taken out. */
    private long tick;

    /** The round of that tick. */
    private long round;

    /** The tick for which the thread wakes, at the latest; it looks again if it is woken before. */
    private long wakeTick;

    private int waiting;
    private boolean started;
    private long wakeUps;

    /** A task that waits, linked with the others of its slot. */
    private final class Timer implements Registration {
        private final Runnable task;
        private final long due;
        private @Nullable Timer before;
        private @Nullable Timer after;
        private boolean linked;
        private volatile boolean withdrawn;

        Timer(Runnable task, long due) {
            this.task = task;
            this.due = due;
        }

        @Override
        public void close() {
            try (Registration held = lock.hold()) {
                if (linked) {
                    unlink(this);
                } else {
                    withdrawn = true;
                }
            }
        }
    }

    /** A wheel whose tasks may take their time: they run what users gave to {@code onCancel}. */
    TimerWheel() {
        this(task -> Thread.ofVirtual().name("operations-timeout").start(task));
    }

    TimerWheel(Executor starter) {
        this(starter, TICK_NANOS);
    }

    TimerWheel(Executor starter, long tickNanos) {
        this.starter = starter;
        this.tickNanos = tickNanos;
    }

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    @Override
    public Registration schedule(Duration delay, Runnable task) {
        return schedule(TimeUnit.NANOSECONDS.convert(delay), task);
    }

    Registration schedule(long delayNanos, Runnable task) {
        long now = System.nanoTime() - start;
        long at =
                delayNanos >= Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, delayNanos);
        try (Registration held = lock.hold()) {
            startOnce();
            if (waiting == 0) {
                // Nothing waited, so that no tick in between is missed by anybody.
                reach(now / tickNanos);
            }
            Timer timer = new Timer(task, Math.max(at / tickNanos + 1, tick + 1));
            link(timer);
            if (timer.due < wakeTick) {
                wakeTick = timer.due;
                added.signal();
            }
            return timer;
        }
    }

    private void startOnce() {
        if (!started) {
            daemon("operations-timer", this::run).start();
            started = true;
        }
    }

    /** A thread for the whole process, which keeps nothing of whoever happens to need it first. */
    static Thread daemon(String name, Runnable work) {
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .name(name)
                        .unstarted(work);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        return thread;
    }

    /** How often the thread has woken up. */
    long wakeUps() {
        try (Registration held = lock.hold()) {
            return wakeUps;
        }
    }

    int pending() {
        try (Registration held = lock.hold()) {
            return waiting;
        }
    }

    private void reach(long next) {
        tick = next;
        round = next >> BITS;
    }

    private static int slot(long number) {
        return (int) (number & (SLOTS - 1));
    }

    private int slotOf(Timer timer) {
        long due = timer.due >> BITS;
        return due == round ? slot(timer.due) : SLOTS + slot(due);
    }

    private void link(Timer timer) {
        int slot = slotOf(timer);
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
        if (timer.before == null) {
            slots[slotOf(timer)] = timer.after;
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
        while (true) {
            try {
                awaitDue();
                startDue();
            } catch (InterruptedException e) {
                // Nobody may end the one timer of the process.
            } catch (Throwable e) {
                // Memory is short, say. What could not be started is tried again at the next tick.
                LockSupport.parkNanos(tickNanos);
            }
        }
    }

    private void startDue() {
        for (Timer timer = firstDue; timer != null; timer = firstDue) {
            if (!timer.withdrawn) {
                starter.execute(timer.task);
            }
            firstDue = timer.after;
            timer.after = null;
        }
        lastDue = null;
    }

    private void awaitDue() throws InterruptedException {
        try (Registration held = lock.hold()) {
            if (firstDue == null) {
                wakeTick = nextUsed();
                sleepUntilWakeTick();
            }
            collect();
        }
    }

    private void sleepUntilWakeTick() throws InterruptedException {
        // A signal means that there is an earlier one.
        long left = wakeTick * tickNanos - (System.nanoTime() - start);
        while (wakeTick == Long.MAX_VALUE || left > 0) {
            if (wakeTick == Long.MAX_VALUE) {
                added.await();
            } else {
                added.awaitNanos(left);
            }
            wakeUps++;
            left = wakeTick * tickNanos - (System.nanoTime() - start);
        }
    }

    /** The next tick with a timer in its slot, or the first of the next round that has some. */
    private long nextUsed() {
        if (waiting == 0) {
            return Long.MAX_VALUE;
        }
        long later = round + 1;
        for (long next = tick + 1; next < later << BITS; next++) {
            if (slots[slot(next)] != null) {
                return next;
            }
        }
        while (slots[SLOTS + slot(later)] == null) {
            later++;
        }
        return later << BITS;
    }

    private void collect() {
        long now = (System.nanoTime() - start) / tickNanos;
        for (long next = nextUsed(); next <= now; next = nextUsed()) {
            begin(next);
            for (Timer timer = slots[slot(tick)]; timer != null; timer = slots[slot(tick)]) {
                unlink(timer);
                append(timer);
            }
        }
        reach(Math.max(tick, now));
    }

    /** Reaches a tick; if it begins a round, the timers of the round get their own slots. */
    private void begin(long next) {
        Timer timer = next >> BITS == round ? null : slots[SLOTS + slot(next >> BITS)];
        Timer moved = null;
        while (timer != null) {
            Timer after = timer.after;
            // Others share the slot whose round comes thousands of rounds later.
            if (timer.due >> BITS == next >> BITS) {
                unlink(timer);
                timer.after = moved;
                moved = timer;
            }
            timer = after;
        }
        reach(next);
        while (moved != null) {
            Timer after = moved.after;
            moved.after = null;
            link(moved);
            moved = after;
        }
    }

    private void append(Timer timer) {
        if (lastDue == null) {
            firstDue = timer;
        } else {
            lastDue.after = timer;
        }
        lastDue = timer;
    }
}
