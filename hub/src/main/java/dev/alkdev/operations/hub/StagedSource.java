package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A source that does not know the hub's rules: they are applied to what it publishes before it is
 * registered. It is made anew if it fails and does not recover by itself. Threads may share it.
 */
final class StagedSource implements HubSource {
    private static final Logger LOG = LoggerFactory.getLogger(StagedSource.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final String name;
    private final OperationRegistry target;
    private final Supplier<? extends OperationSource> maker;
    private final LocalRules local;
    private final boolean alone;

    /** Held while something is published, never while code of the source within runs. */
    private final Mutex lock = new Mutex();

    private volatile OperationSource.@Nullable Publisher published;
    private volatile @Nullable StagedSource predecessor;
    private volatile @Nullable Run run;
    private volatile @Nullable String failure;
    private volatile @Nullable String conflict;
    private volatile boolean withdrawn;
    private volatile boolean stopped;
    private volatile boolean closed;

    /**
     * A source that is not started yet.
     *
     * @param target where its operations go
     * @param owners gives the name of another source to which a namespace belongs
     * @param maker makes the source within, for each attempt anew; throws an {@link
     *     IllegalArgumentException} saying why it cannot
     */
    StagedSource(
            SourceConfig config,
            OperationRegistry target,
            Function<String, Optional<String>> owners,
            Supplier<? extends OperationSource> maker) {
        this.name = config.name();
        this.target = target;
        this.maker = maker;
        this.local = new LocalRules(config, owners);
        this.alone = config.isExclusive();
    }

    /**
     * A source from when it was made until it is closed: what it publishes goes through the rules
     * of the hub. The source may take as long as it likes: it is never called with a lock held that
     * its own threads may wait for.
     */
    private final class Run implements OperationSource.Publisher {
        private final OperationSource source;
        private volatile LocalRules.Operations operations = LocalRules.Operations.NONE;
        private volatile boolean ended;

        Run(OperationSource source) {
            this.source = source;
        }

        @Override
        public void update(Collection<OperationBinding> given, Collection<OperationSpec> specs) {
            if (!ended) {
                operations = local.of(given, specs);
                publish(this);
            }
        }

        @Override
        public int size() {
            return operations.size();
        }

        OperationSource.Status status() {
            return asked(
                    OperationSource::status,
                    e -> new OperationSource.Status(State.FAILED, 0, Guarded.told(e)));
        }

        <T> T asked(Function<OperationSource, T> question, Function<Throwable, T> otherwise) {
            try {
                return Objects.requireNonNull(question.apply(source));
            } catch (Throwable e) {
                Guarded.throwIfFatal(e);
                LOG.debug("A source did not answer", e);
                return otherwise.apply(e);
            }
        }

        void close() {
            ended = true;
            Guarded.attempt("Closing a source", source::close);
        }
    }

    @Override
    public boolean follow(HubSource other) {
        if (other instanceof StagedSource before) {
            predecessor = before;
            return true;
        }
        return false;
    }

    @Override
    public void start() {
        StagedSource before = predecessor;
        if (alone && before != null) {
            before.stop();
        }
        attempt();
    }

    /** Ends what is within, once its calls are over; its operations stay and are unavailable. */
    private void stop() {
        Deadline.in(STOP_TIMEOUT).await(local.origin::isIdle);
        StagedSource before = predecessor;
        stopped = true;
        endRun();
        if (before != null) {
            before.stop();
        }
    }

    /** An attempt that is under way closes what it has made by itself. */
    private void endRun() {
        Run last;
        try (Registration held = lock.hold()) {
            last = run;
            run = null;
        }
        if (last != null) {
            last.close();
        }
    }

    @Override
    public void refresh() {
        Run now = run;
        if (withdrawn || stopped) {
            return;
        }
        if (now == null) {
            attempt();
            return;
        }
        // If it fails, its status tells, and it is tried again.
        boolean again = now.asked(OperationSource::refresh, e -> true);
        publish(now);
        OperationSource.Status status = now.status();
        if (!again && status.state() == State.FAILED) {
            failure = status.lastError();
            if (exchange(now, null)) {
                now.close();
                attempt();
            }
        }
    }

    private void attempt() {
        if (withdrawn || stopped) {
            return;
        }
        Run fresh;
        try {
            OperationSource created = maker.get();
            if (created == null) {
                failed("the provider returned no source");
                return;
            }
            fresh = new Run(created);
        } catch (IllegalArgumentException e) {
            failed(String.valueOf(e.getMessage()));
            return;
        } catch (Throwable e) {
            failedUnexpectedly(e);
            return;
        }
        try {
            fresh.source.start(fresh);
        } catch (Throwable e) {
            discard(fresh);
            failedUnexpectedly(e);
            return;
        }
        if (exchange(null, fresh)) {
            failure = null;
            publish(fresh);
        } else {
            discard(fresh);
        }
    }

    private static void discard(Run made) {
        // It was for the attempt, which is over; whoever closes should not stumble over it.
        boolean interrupted = Thread.interrupted();
        made.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Code of others: whatever it throws, it is retried, and the hub stays up. */
    private void failedUnexpectedly(Throwable e) {
        Guarded.throwIfFatal(e);
        if (!withdrawn) {
            LOG.warn("The source {} failed unexpectedly", name, e);
        }
        failed(Guarded.told(e));
    }

    /** What an earlier run has published cannot be called any more. */
    private void failed(String reason) {
        try (Registration held = lock.hold()) {
            failure = reason;
            withdrawPublished();
        }
    }

    /** False if it has gone meanwhile: then a new run is not wanted, and an old one is in use. */
    private boolean exchange(@Nullable Run before, @Nullable Run after) {
        try (Registration held = lock.hold()) {
            if (withdrawn || stopped || run != before) {
                return false;
            }
            run = after;
            return true;
        }
    }

    private void publish(Run from) {
        // One that takes another's place waits until it can serve; asked without the lock.
        boolean early = predecessor != null && from.status().state() != State.READY;
        try (Registration held = lock.hold()) {
            if (!withdrawn && run == from && !early) {
                publish(from.operations);
            }
        }
    }

    private void publish(LocalRules.Operations operations) {
        boolean exchanged = predecessor != null;
        OperationSource.Publisher into = publishedHere();
        try {
            into.update(operations.bindings(), operations.specs());
            conflict = null;
        } catch (IllegalArgumentException e) {
            conflict = String.valueOf(e.getMessage());
            if (exchanged) {
                // Another that is exchanged as well may wait for just these ids.
                into.withdraw();
            }
        }
    }

    private OperationSource.Publisher publishedHere() {
        OperationSource.Publisher mine = published;
        if (mine == null) {
            StagedSource before = predecessor;
            OperationSource.Publisher theirs = before == null ? null : before.release();
            mine = theirs == null ? OperationSource.Publisher.into(target) : theirs;
            published = mine;
            predecessor = null;
        }
        return mine;
    }

    /** Leaves what it has published to another, and publishes nothing any more. */
    private OperationSource.@Nullable Publisher release() {
        try (Registration held = lock.hold()) {
            withdrawn = true;
            OperationSource.Publisher mine = published;
            StagedSource before = predecessor;
            published = null;
            predecessor = null;
            return mine == null && before != null ? before.release() : mine;
        }
    }

    @Override
    public OperationSource.Status status() {
        Run now = run;
        String problem = failure == null ? conflict : failure;
        if (closed) {
            return new OperationSource.Status(State.CLOSED, 0, problem);
        }
        if (problem != null) {
            return new OperationSource.Status(State.FAILED, operations(), problem);
        }
        if (now == null) {
            return new OperationSource.Status(State.NEW, operations(), null);
        }
        OperationSource.Status status = now.status();
        boolean early = predecessor != null && status.state() == State.READY;
        String unfit = status.lastError() == null ? local.unfit() : null;
        return new OperationSource.Status(
                early ? State.NEW : status.state(),
                operations(),
                unfit == null ? status.lastError() : unfit,
                leftOut(status));
    }

    private Map<String, String> leftOut(OperationSource.Status status) {
        Map<String, String> foreign = local.foreign();
        if (foreign.isEmpty()) {
            return status.leftOut();
        }
        Map<String, String> all = new HashMap<>(status.leftOut());
        all.putAll(foreign);
        return all;
    }

    @Override
    public Optional<String> kind() {
        return asked(OperationSource::kind, Optional.empty());
    }

    @Override
    public List<String> errorOutput() {
        return asked(OperationSource::errorOutput, List.of());
    }

    private <T> T asked(Function<OperationSource, T> question, T otherwise) {
        Run now = run;
        return now == null ? otherwise : now.asked(question, e -> otherwise);
    }

    /** How many can be called: its own, or those of the one whose place it has not taken yet. */
    private int operations() {
        StagedSource before = predecessor;
        if (before != null) {
            return before.operations();
        }
        OperationSource.Publisher mine = published;
        return mine == null ? 0 : mine.size();
    }

    @Override
    public SourceOrigin origin() {
        return local.origin;
    }

    @Override
    public void withdraw() {
        try (Registration held = lock.hold()) {
            withdrawn = true;
            withdrawPublished();
        }
    }

    private void withdrawPublished() {
        OperationSource.Publisher mine = published;
        if (mine != null) {
            mine.withdraw();
        }
    }

    @Override
    public void close() {
        withdraw();
        closed = true;
        endRun();
    }
}
