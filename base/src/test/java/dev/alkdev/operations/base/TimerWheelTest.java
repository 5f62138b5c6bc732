package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

@Timeout(90)
class TimerWheelTest {
    private final TimerWheel timers = new TimerWheel();

    /**
     * A timer that ran.
     *
     * @param earliest when it was due, if it was added at once
     * @param latest when it was due, if adding it was held up
     */
    private record Ran(long earliest, long latest, long at) {}

    @Test
    void timersRunNeverEarlyAndInTheOrderOfTheirTicks() {
        TimerWheel inOrder = new TimerWheel(Runnable::run);
        List<Ran> ran = new CopyOnWriteArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            long delay = TimeUnit.MILLISECONDS.toNanos(random.nextInt(300));
            CompletableFuture<Long> latest = new CompletableFuture<>();
            long earliest = System.nanoTime() + delay;
            inOrder.schedule(
                    delay, () -> ran.add(new Ran(earliest, latest.join(), System.nanoTime())));
            latest.complete(System.nanoTime() + delay);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.size() == 500);
        assertThat(ran).allMatch(timer -> timer.at >= timer.earliest, "not early");
        for (int i = 1; i < ran.size(); i++) {
            long tick = 5_000_000;
            assertThat(ran.get(i - 1).earliest).isLessThanOrEqualTo(ran.get(i).latest + tick);
        }
        assertThat(inOrder.pending()).isZero();
    }

    @Test
    void anErrorOfATaskLeavesTheOthersAlone() {
        TimerWheel onItsThread = new TimerWheel(Runnable::run);
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch ran = new CountDownLatch(20);
        onItsThread.schedule(
                1_000_000L,
                () -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new OutOfMemoryError("Java heap space");
                    }
                });
        for (int i = 0; i < 20; i++) {
            onItsThread.schedule(i * 1_000_000L, ran::countDown);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.getCount() == 0);
        assertThat(tries).hasValue(3);
    }

    @Test
    void whatCannotBeStartedForLackOfMemoryIsStartedLater() {
        AtomicInteger failing = new AtomicInteger(10);
        TimerWheel starved =
                new TimerWheel(
                        task -> {
                            if (failing.getAndDecrement() > 0) {
                                throw new OutOfMemoryError("unable to create native thread");
                            }
                            task.run();
                        });
        CountDownLatch ran = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            starved.schedule(i * 100_000L, ran::countDown);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.getCount() == 0);
        assertThat(failing.get()).isLessThanOrEqualTo(-200);
        assertThat(starved.pending()).isZero();
    }

    @Test
    void aTaskThatWaitsToBeStartedCanStillBeTakenBack() throws InterruptedException {
        Set<Runnable> tried = ConcurrentHashMap.newKeySet();
        AtomicBoolean memory = new AtomicBoolean();
        TimerWheel starved =
                new TimerWheel(
                        task -> {
                            tried.add(task);
                            if (!memory.get()) {
                                throw new OutOfMemoryError("Java heap space");
                            }
                            task.run();
                        });
        AtomicBoolean ran = new AtomicBoolean();
        CountDownLatch other = new CountDownLatch(1);
        Runnable first = () -> ran.set(true);
        Runnable second = other::countDown;
        Registration taken = starved.schedule(1_000_000L, first);
        await().atMost(Duration.ofSeconds(20)).until(() -> tried.contains(first));
        taken.close();
        starved.schedule(1_000_000L, second);
        await().atMost(Duration.ofSeconds(20)).until(() -> tried.contains(second));
        memory.set(true);
        assertThat(other.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).isFalse();
    }

    @Test
    void aTimerOfALaterRoundWaitsForIt() throws InterruptedException {
        // The wheel goes round in about 20 s: a timer one round ahead shares its slot with one now.
        CountDownLatch soon = new CountDownLatch(1);
        CountDownLatch later = new CountDownLatch(1);
        long round = 4_096L * 5_000_000L;
        Registration far = timers.schedule(round + 10_000_000L, later::countDown);
        timers.schedule(10_000_000L, soon::countDown);
        assertThat(soon.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(later.getCount()).isEqualTo(1);
        assertThat(timers.pending()).isEqualTo(1);
        far.close();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void timersOfManyRoundsRunOnceNeverEarlyAndInOrder() {
        // A round of 41 ms, so that the timers are spread over some tens of them.
        long tick = 10_000;
        TimerWheel quick = new TimerWheel(Runnable::run, tick);
        List<Ran> ran = new CopyOnWriteArrayList<>();
        Random random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            long delay = random.nextLong(TimeUnit.SECONDS.toNanos(1));
            CompletableFuture<Long> latest = new CompletableFuture<>();
            long earliest = System.nanoTime() + delay;
            Registration timer =
                    quick.schedule(
                            delay,
                            () -> ran.add(new Ran(earliest, latest.join(), System.nanoTime())));
            latest.complete(System.nanoTime() + delay);
            if (i % 2 == 1) {
                timer.close();
            }
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> quick.pending() == 0);
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.size() >= 1_000);
        assertThat(ran).hasSize(1_000);
        assertThat(ran).allMatch(timer -> timer.at >= timer.earliest, "not early");
        for (int i = 1; i < ran.size(); i++) {
            assertThat(ran.get(i - 1).earliest).isLessThanOrEqualTo(ran.get(i).latest + tick);
        }
    }

    @Test
    void thousandsOfTimersAnHourAwayWakeNobody() {
        List<Registration> far = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            far.add(timers.schedule(Duration.ofHours(1).plusMillis(i * 37L), () -> {}));
        }
        CountDownLatch ran = new CountDownLatch(1);
        long before = timers.wakeUps();
        timers.schedule(TimeUnit.MILLISECONDS.toNanos(500), ran::countDown);
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.getCount() == 0);

        // One for the timer that was due, and perhaps one for a round that began.
        assertThat(timers.wakeUps() - before).isLessThan(10);
        far.forEach(Registration::close);
        assertThat(timers.pending()).isZero();
    }

    @Test
    void aTimerTakenBackDoesNotRun() {
        CountDownLatch ran = new CountDownLatch(1);
        Registration timer = timers.schedule(20_000_000L, ran::countDown);
        timer.close();
        timer.close();
        CountDownLatch after = new CountDownLatch(1);
        timers.schedule(60_000_000L, after::countDown);
        await().atMost(Duration.ofSeconds(20)).until(() -> after.getCount() == 0);
        assertThat(ran.getCount()).isEqualTo(1);
    }

    @Test
    void aTimerAfterALongPauseIsOnTime() {
        for (int i = 0; i < 3; i++) {
            CountDownLatch ran = new CountDownLatch(1);
            timers.schedule(1_000_000L, ran::countDown);
            await().atMost(Duration.ofSeconds(20)).until(() -> ran.getCount() == 0);
        }
    }

    @Test
    void aTimerFarAwayWakesNobodyUntilThen() {
        Registration far = timers.schedule(TimeUnit.SECONDS.toNanos(15), () -> {});
        CountDownLatch ran = new CountDownLatch(1);
        timers.schedule(TimeUnit.MILLISECONDS.toNanos(500), ran::countDown);
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.getCount() == 0);

        // With a tick of 5 ms, half a second of ticking would be 100.
        assertThat(timers.wakeUps()).isLessThan(10);
        far.close();
    }

    @Test
    void anEarlierTimerIsNotKeptWaitingByALaterOne() {
        Registration far = timers.schedule(TimeUnit.HOURS.toNanos(1), () -> {});
        for (int i = 0; i < 3; i++) {
            CountDownLatch ran = new CountDownLatch(1);
            timers.schedule(20_000_000L, ran::countDown);
            await().atMost(Duration.ofSeconds(20)).until(() -> ran.getCount() == 0);
        }
        far.close();
    }

    @Test
    void timersThatComeAndGoWakeTheThreadRarely() {
        for (int i = 0; i < 10_000; i++) {
            timers.schedule(TimeUnit.SECONDS.toNanos(30), () -> {}).close();
        }
        assertThat(timers.wakeUps()).isLessThan(10);
    }

    @Test
    void theThreadKeepsNothingOfWhoStartedIt() throws InterruptedException {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("of the first caller");
        Thread.currentThread().setContextClassLoader(new ClassLoader() {});
        try {
            AtomicReference<@Nullable String> seen = new AtomicReference<>("unset");
            AtomicReference<@Nullable ClassLoader> loader = new AtomicReference<>();
            CountDownLatch ran = new CountDownLatch(1);
            timers.schedule(
                    1_000_000L,
                    () -> {
                        seen.set(local.get());
                        loader.set(Thread.currentThread().getContextClassLoader());
                        ran.countDown();
                    });
            assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(seen.get()).isNull();
            assertThat(loader.get()).isSameAs(ClassLoader.getSystemClassLoader());
        } finally {
            Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
        }
    }

    @Test
    void aMillionTimersCostNoMoreEachThanAThousand() {
        schedule(200_000);
        double few = schedule(1_000);
        double many = schedule(1_000_000);
        System.out.printf("timer wheel: %.0f ns of 1,000, %.0f ns of 1,000,000%n", few, many);
        assertThat(many).isLessThan(Math.max(few * 20, 5_000));
    }

    /** Adds and takes back so many timers that wait at once; nanoseconds for each. */
    private double schedule(int count) {
        List<Registration> waiting = new ArrayList<>(count);
        long before = System.nanoTime();
        for (int i = 0; i < count; i++) {
            waiting.add(timers.schedule(TimeUnit.MINUTES.toNanos(1) + i * 1_000L, () -> {}));
        }
        assertThat(timers.pending()).isEqualTo(count);
        waiting.forEach(Registration::close);
        double each = (System.nanoTime() - before) / (double) count;
        assertThat(timers.pending()).isZero();
        return each;
    }
}
