package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;
import dev.alkdev.operations.http.SourceEntry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks after one source: starts it, tries again with growing pauses while it fails, reads it again
 * as often as its config says. Threads may share it.
 */
final class SourceSupervisor {
    private static final Logger LOG = LoggerFactory.getLogger(SourceSupervisor.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final long CHECK_MILLIS = 1_000;

    private final SourceConfig config;
    private final HubSource source;
    private final OperationRegistry registry;
    private final Duration firstPause;
    private final AtomicInteger running = new AtomicInteger();
    private final CountDownLatch attempted = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private volatile State told = State.NEW;

    SourceSupervisor(
            SourceConfig config,
            HubSource source,
            OperationRegistry registry,
            Duration firstPause) {
        this.config = config;
        this.source = source;
        this.registry = registry;
        this.firstPause = firstPause;
    }

    SourceConfig config() {
        return config;
    }

    SourceEntry entry() {
        return new SourceEntry(config.name(), config.kind(), source.status());
    }

    boolean brings(String operationId) {
        return source.brings(operationId);
    }

    /** Counts one more running call, unless there are as many as the config allows. */
    boolean enter() {
        Integer most = config.concurrency();
        int now = running.incrementAndGet();
        if (most != null && now > most) {
            running.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave() {
        running.decrementAndGet();
    }

    /** Begins to look after it, on a thread of its own. */
    void start() {
        thread = Thread.ofVirtual().name("operations-source " + config.name()).start(this::run);
    }

    private void run() {
        try {
            attempt(() -> source.start(registry));
            attempted.countDown();
            int failures = 0;
            while (!closing.await(tellAndPause(failures), TimeUnit.MILLISECONDS)) {
                failures = isFailed() ? failures + 1 : 0;
                if (isFailed() || isDue()) {
                    attempt(source::refresh);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            attempted.countDown();
        }
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.error("The source {} failed unexpectedly", config.name(), e);
        }
    }

    private boolean isFailed() {
        return source.status().state() == State.FAILED;
    }

    private boolean isDue() {
        return config instanceof OpenApiSourceConfig api && api.reload() != null;
    }

    private long tellAndPause(int failures) {
        tell();
        if (isFailed()) {
            long doubled = firstPause.toMillis() << Math.min(failures, 10);
            long most = Math.min(doubled, LONGEST_PAUSE.toMillis());
            return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
        }
        Duration reload = config instanceof OpenApiSourceConfig api ? api.reload() : null;
        return reload == null ? CHECK_MILLIS : reload.toMillis();
    }

    /** Tells of changes only: a source that stays down is in the listing, not in the log. */
    private void tell() {
        SourceStatus status = source.status();
        if (status.state() == told) {
            return;
        }
        told = status.state();
        if (status.state() == State.FAILED) {
            LOG.warn("The source {} does not work: {}", config.name(), status.lastError());
        } else if (status.state() == State.READY) {
            LOG.info("The source {} brings {} operations", config.name(), status.operations());
        }
    }

    /** Waits until the first attempt is over. */
    boolean awaitAttempt(long nanos) throws InterruptedException {
        return attempted.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Takes the operations out; calls that run go on. */
    void withdraw() {
        stopLooking();
        source.withdraw();
    }

    /** Lets the running calls finish, but not for ever, and closes. */
    void retire(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (running.get() > 0 && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    void close() {
        stopLooking();
        source.close();
    }

    /** An attempt that is under way may wait for an answer that never comes. */
    private void stopLooking() {
        closing.countDown();
        Thread looking = thread;
        if (looking != null) {
            looking.interrupt();
        }
    }
}
