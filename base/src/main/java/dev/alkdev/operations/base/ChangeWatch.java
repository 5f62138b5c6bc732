package dev.alkdev.operations.base;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Reports when something has changed and is stable again. It looks again and again, which finds
 * every way in which files can change: written in place, replaced, behind a link that leads
 * elsewhere now, on file systems that send no events.
 */
public final class ChangeWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeWatch.class);

    /** A look at a large folder takes long: it is not to keep a processor busy. */
    private static final int PAUSE_PER_LOOK = 20;

    private final Duration interval;
    private final Supplier<? extends @Nullable Object> state;
    private final Runnable changed;
    private final Thread thread;
    private boolean failing;

    private ChangeWatch(
            String name,
            Duration interval,
            Supplier<? extends @Nullable Object> state,
            Runnable changed) {
        this.interval = interval;
        this.state = state;
        this.changed = changed;
        Object first = state.get();
        // A thread of the system, since what follows a change may take a processor for long.
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> watch(first));
    }

    /**
     * Looks once, and from then on again and again, on a thread of its own.
     *
     * @param name of the thread
     * @param interval between two looks, or twenty times what a look takes if that is longer
     * @param state what differs after a change; null while there is nothing to report
     * @param changed called when two looks gave the same, and the last report was about another
     */
    public static ChangeWatch start(
            String name,
            Duration interval,
            Supplier<? extends @Nullable Object> state,
            Runnable changed) {
        ChangeWatch watch = new ChangeWatch(name, interval, state, changed);
        watch.thread.start();
        return watch;
    }

    private void watch(@Nullable Object first) {
        Object told = first;
        Object last = first;
        Duration pause = interval;
        try {
            while (true) {
                Thread.sleep(pause);
                long begin = System.nanoTime();
                Object now = look(last);
                Duration look = Duration.ofNanos(System.nanoTime() - begin);
                // Twice the same: whoever writes it is done.
                if (now != null && now.equals(last) && !Objects.equals(now, told)) {
                    told = now;
                    report();
                }
                last = now;
                Duration longer = look.multipliedBy(PAUSE_PER_LOOK);
                pause = longer.compareTo(interval) > 0 ? longer : interval;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the state, or the last one if it cannot be read at the moment. */
    private @Nullable Object look(@Nullable Object last) {
        try {
            Object now = state.get();
            failing = false;
            return now;
        } catch (Throwable e) {
            // Also an Error, such as one of a class that is being replaced: the next look may work.
            if (!failing) {
                LOG.warn("{}: reading the state failed; still watching", thread.getName(), e);
            }
            failing = true;
            return last;
        }
    }

    private void report() {
        try {
            changed.run();
        } catch (Throwable e) {
            LOG.warn("{}: the action after a change failed; still watching", thread.getName(), e);
        }
    }

    /** Ends it; what runs because of a change is interrupted. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
