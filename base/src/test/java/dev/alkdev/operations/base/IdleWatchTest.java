package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

class IdleWatchTest {
    private static final long ALLOWED = 10_000;

    private final Jumping time = new Jumping();
    private final AtomicInteger expired = new AtomicInteger();
    private boolean waiting = true;

    /** A clock that fires one task when it is told to, however far it jumped. */
    private static final class Jumping implements TimeSource {
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private long due;
        private long now = 1_000;

        @Override
        public long millis() {
            return now;
        }

        @Override
        public Registration schedule(Duration delay, Runnable task) {
            due = now + delay.toMillis();
            tasks.add(task);
            return () -> tasks.remove(task);
        }

        void fire() {
            now = Math.max(now, due);
            tasks.remove().run();
        }

        /** Fires what is due until nothing is, or until a time. */
        void runUntil(long end) {
            while (!tasks.isEmpty() && due <= end) {
                fire();
            }
            now = end;
        }
    }

    private IdleWatch watch() {
        return IdleWatch.start(
                time, Duration.ofMillis(ALLOWED), () -> waiting, expired::incrementAndGet);
    }

    @Test
    void itExpiresOnceAfterTheTimeout() {
        watch();

        time.runUntil(1_000 + ALLOWED - 1);
        assertThat(expired).hasValue(0);
        time.runUntil(1_000 + ALLOWED);

        assertThat(expired).hasValue(1);
        assertThat(time.tasks).isEmpty();
    }

    @Test
    void whateverHappensBeginsTheTimeAnew() {
        IdleWatch watch = watch();
        time.runUntil(1_000 + ALLOWED - 1);
        watch.active();

        time.runUntil(1_000 + 2 * ALLOWED - 2);
        assertThat(expired).hasValue(0);
        time.runUntil(1_000 + 2 * ALLOWED - 1);

        assertThat(expired).hasValue(1);
    }

    @Test
    void nothingCountsWhileNobodyWaits() {
        watch();
        waiting = false;

        time.runUntil(1_000 + 100 * ALLOWED);

        assertThat(expired).hasValue(0);
    }

    @Test
    void theTimeInWhichTheProcessWasStoppedDoesNotCount() {
        watch();
        time.now += Duration.ofHours(1).toMillis();
        time.fire();
        assertThat(expired).hasValue(0);

        time.runUntil(time.now + ALLOWED);
        assertThat(expired).hasValue(1);
    }

    @Test
    void aClockThatIsSetBackProlongsTheTimeoutByOneLookAtMost() {
        watch();
        time.fire();
        long passed = ALLOWED / 4;
        time.now -= Duration.ofHours(1).toMillis();
        time.due -= Duration.ofHours(1).toMillis();
        long setBack = time.now;

        while (expired.get() == 0) {
            time.fire();
        }

        assertThat(passed + time.now - setBack).isBetween(ALLOWED, ALLOWED + 2 * ALLOWED / 4);
    }

    @Test
    void aClosedOneNeverExpires() {
        watch().close();

        assertThat(time.tasks).isEmpty();
        assertThat(expired).hasValue(0);
    }
}
