package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.FileFingerprint;
import dev.alkdev.operations.http.SourceEntry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Supervises one source: starts it, retries with back-off while it fails, reloads it at the
 * interval of its config. Threads may share it.
 */
final class SourceSupervisor {
    private static final Logger LOG = LoggerFactory.getLogger(SourceSupervisor.class);
    private static final long CHECK_MILLIS = 1_000;

    /** How long each step of a reload or a stop waits for a source. */
    private static final Duration STEP_TIMEOUT = Duration.ofSeconds(2);

    /** For what cannot change by itself. */
    private static final long RARE_CHECK_MILLIS = 60_000;

    final SourceConfig config;
    final HubSource source;

    /** For its methods that should return at once. */
    private final Questions questions;

    private final FileFingerprint files;
    private final Backoff backoff;
    private final LongSupplier nanos;
    private final CountDownLatch attempted = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private volatile State told = State.NEW;
    private volatile State seen = State.NEW;
    private volatile long since = System.currentTimeMillis();
    private volatile @Nullable Failure lastFailure;
    private volatile boolean following;
    private volatile @Nullable SourceSupervisor before;

    /** Of its thread: how often it failed without having been stable in between. */
    private int failures;

    /** Of its thread: when it was last seen to fail, or recovered. */
    private long failedAt;

    /**
     * Supervises a source that is not started.
     *
     * @param nanos the clock that tells how long a source was stable, as System::nanoTime
     */
    SourceSupervisor(SourceConfig config, HubSource source, Backoff backoff, LongSupplier nanos) {
        this.config = config;
        this.files = FileFingerprint.of(config.files());
        this.source = source;
        this.questions = new Questions("The source " + config.name());
        this.backoff = backoff;
        this.nanos = nanos;
    }

    /** Whether another one with this config would be the same. */
    boolean isUpToDate(SourceConfig wanted) {
        return config.equals(wanted) && files.equals(FileFingerprint.of(wanted.files()));
    }

    /** Since when it is in its state, as far as anybody has looked; in milliseconds since 1970. */
    long since() {
        look(status());
        return since;
    }

    /** The last failure, also after the source has recovered; as far as anybody has looked. */
    @Nullable Failure lastFailure() {
        return lastFailure;
    }

    /**
     * Why a source failed.
     *
     * @param at when, in milliseconds since 1970
     */
    record Failure(String message, long at) {}

    private void look(OperationSource.Status status) {
        State now = status.state();
        if (now != seen) {
            seen = now;
            since = System.currentTimeMillis();
        }
        String error = status.lastError();
        if (now == State.FAILED && error != null && isNews(error)) {
            lastFailure = new Failure(error, System.currentTimeMillis());
        }
    }

    private boolean isNews(String error) {
        Failure last = lastFailure;
        return last == null || last.at < since || !last.message.equals(error);
    }

    SourceEntry entry() {
        Optional<String> kind = questions.ask(source::kind, e -> Optional.empty());
        return new SourceEntry(config.name(), kind.orElseGet(config::kind), status());
    }

    /** The state of the source; failed if it does not report one. */
    OperationSource.Status status() {
        return questions.ask(
                source::status,
                e ->
                        new OperationSource.Status(
                                State.FAILED,
                                0,
                                e == null
                                        ? "the source does not report its state"
                                        : Guarded.told(e)));
    }

    /** The last lines that the program behind it wrote for people. */
    List<String> errorOutput() {
        return questions.ask(source::errorOutput, e -> List.of());
    }

    /** The link that it keeps, if any. */
    Optional<HubSource.Linked> link() {
        return questions.ask(source::link, e -> Optional.empty());
    }

    /**
     * Makes it take the place of another as soon as it can serve, instead of at once; false if that
     * cannot be, and the other has to be withdrawn first.
     */
    boolean follow(SourceSupervisor other) {
        following = config.hasSameAccess(other.config) && follows(other.source);
        before = following ? other : null;
        if (following && other.following) {
            // Nothing was heard of it yet, and nothing will be.
            other.stopLooking();
        }
        return following;
    }

    private boolean follows(HubSource other) {
        AtomicBoolean follows = new AtomicBoolean();
        Guarded.attempt(
                "Exchanging the source " + config.name(),
                STEP_TIMEOUT,
                () -> follows.set(source.follow(other)));
        return follows.get();
    }

    /** Those that are served until it can be, the last one first. */
    Stream<SourceSupervisor> before() {
        return Stream.iterate(before, Objects::nonNull, one -> one.before);
    }

    /** It has taken their place. */
    void endFollowing() {
        before = null;
    }

    /**
     * Begins to look after it, on a thread of its own.
     *
     * @param served called once if it follows another, when it has taken its place
     */
    void start(Runnable served) {
        thread =
                Thread.ofVirtual()
                        .name("operations-source " + config.name())
                        .start(() -> run(served));
    }

    private void run(Runnable served) {
        try {
            attempt(source::start, served);
            attempted.countDown();
            State state = noted(State.NEW, tell());
            while (!closing.await(pause(state), TimeUnit.MILLISECONDS)) {
                // Once a round: it counts the operations, of which there may be many.
                State now = tell();
                // A new failure waits for its back-off: what fails soon after it was made would
                // otherwise be made anew all the time.
                boolean due = now == State.FAILED ? state == now : config.reload() != null;
                if (due || following) {
                    attempt(source::refresh, served);
                    now = tell();
                }
                state = noted(state, now);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            attempted.countDown();
        }
    }

    /** Failures are forgotten only when it was stable for as long as the longest delay. */
    private State noted(State before, State now) {
        boolean failing = before == State.FAILED;
        long time = nanos.getAsLong();
        if (!failing && time - failedAt > backoff.longest().toNanos()) {
            failures = 0;
        }
        if (now == State.FAILED) {
            failures++;
        }
        if (failing || now == State.FAILED) {
            failedAt = time;
        }
        return now;
    }

    private void attempt(Runnable step, Runnable served) {
        Guarded.attempt("The source " + config.name(), step);
        if (following && status().state() == State.READY) {
            following = false;
            served.run();
        }
    }

    private long pause(State state) {
        if (state == State.FAILED) {
            return backoff.after(failures).toMillis();
        }
        Duration reload = config.reload();
        if (following || (reload == null && config.changesByItself())) {
            return CHECK_MILLIS;
        }
        return reload == null ? RARE_CHECK_MILLIS : reload.toMillis();
    }

    /** Logs changes only: a source that stays down is in the listing, not in the log. */
    private State tell() {
        OperationSource.Status status = status();
        State state = status.state();
        look(status);
        if (state == told || closing.getCount() == 0) {
            return state;
        }
        told = state;
        if (state == State.FAILED) {
            LOG.warn("The source {} failed: {}", config.name(), status.lastError());
        } else if (state == State.READY) {
            LOG.info("The source {} has {} operations", config.name(), status.operations());
        }
        return state;
    }

    /** Waits until the first attempt is over. */
    boolean awaitAttempt(long nanos) throws InterruptedException {
        return attempted.await(nanos, TimeUnit.NANOSECONDS);
    }

    void tokensChanged() {
        Guarded.attempt("The source " + config.name(), STEP_TIMEOUT, source::tokensChanged);
    }

    /** Removes the operations; running calls continue. */
    void withdraw() {
        stopLooking();
        Guarded.attempt("Withdrawing the source " + config.name(), STEP_TIMEOUT, source::withdraw);
    }

    /** Waits for the running calls, up to a limit, and closes. */
    void retire(Duration timeout) {
        Deadline.in(timeout).await(() -> questions.ask(() -> source.origin().isIdle(), e -> true));
        close();
    }

    /** Closes, and returns when nothing of it runs any more. */
    void close() {
        stopLooking();
        Guarded.attempt("Closing the source " + config.name(), source::close);
        Thread looking = thread;
        try {
            if (looking != null) {
                looking.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An attempt under way may wait for ever for an answer. */
    private void stopLooking() {
        closing.countDown();
        Thread looking = thread;
        if (looking != null) {
            looking.interrupt();
        }
    }
}
