package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.PublishedOperations;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A source that knows nothing of the hub's rules: it publishes into a registry of its own, from
 * which its operations come into the hub's as the rules want them. Threads may share it.
 */
final class StagedSource implements HubSource {
    private static final Logger LOG = LoggerFactory.getLogger(StagedSource.class);

    private final String name;
    private final Inner inner;
    private final Function<OperationSpec, Optional<OperationSpec>> localForm;
    private final @Nullable Duration timeout;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable OperationRegistry target;
    private volatile @Nullable PublishedOperations published;
    private volatile @Nullable OperationSource source;
    private volatile @Nullable String conflict;
    private volatile Set<String> ids = Set.of();
    private volatile boolean withdrawn;
    private volatile boolean closed;
    private @Nullable OperationRegistry staging;
    private @Nullable Registration listening;
    private boolean reading;

    /** The source within. */
    interface Inner {
        /**
         * Makes it, for each attempt anew.
         *
         * @throws IllegalArgumentException saying why it cannot be made
         */
        OperationSource make();

        /** Makes a source that runs read again what it brings; false if it must be made anew. */
        default boolean reread(OperationSource source) {
            return false;
        }
    }

    /**
     * A source that is not started yet.
     *
     * @param timeout the longest time of a call; null for any
     */
    StagedSource(
            String name,
            Inner inner,
            Function<OperationSpec, Optional<OperationSpec>> localForm,
            @Nullable Duration timeout) {
        this.name = name;
        this.inner = inner;
        this.timeout = timeout;
        this.localForm = localForm;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start(OperationRegistry registry) {
        lock.lock();
        try {
            if (target != null) {
                throw new IllegalStateException("the source " + name + " was started before");
            }
            if (withdrawn) {
                return;
            }
            target = registry;
            published = new PublishedOperations(registry);
            attempt();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void refresh() {
        lock.lock();
        try {
            OperationSource now = source;
            if (withdrawn || target == null || (now != null && reread(now))) {
                return;
            }
            if (status().state() == State.FAILED) {
                stopInner();
                attempt();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean reread(OperationSource now) {
        reading = true;
        try {
            return inner.reread(now);
        } finally {
            reading = false;
            if (staging != null) {
                publish(staging);
            }
        }
    }

    private void attempt() {
        OperationRegistry fresh = OperationRegistry.create();
        conflict = null;
        try {
            OperationSource made = inner.make();
            source = made;
            staging = fresh;
            listening = fresh.onChange(change -> changed(fresh));
            reading = true;
            made.start(fresh);
            reading = false;
            publish(fresh);
        } catch (IllegalArgumentException e) {
            conflict = String.valueOf(e.getMessage());
        } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
            // Code of others: whatever it throws, it is tried again, and the hub goes on.
            LOG.warn("The source {} failed unexpectedly", name, e);
            conflict = e.toString();
        } finally {
            reading = false;
        }
    }

    private void changed(OperationRegistry staging) {
        lock.lock();
        try {
            // What changes while the source reads is published at once at the end.
            if (!reading) {
                publish(staging);
            }
        } finally {
            lock.unlock();
        }
    }

    private void publish(OperationRegistry staging) {
        PublishedOperations into = published;
        if (into == null || withdrawn) {
            return;
        }
        List<OperationBinding> bindings = bindings(staging);
        Set<String> before = ids;
        ids = bindings.stream().map(one -> one.spec().id()).collect(Collectors.toUnmodifiableSet());
        try {
            into.update(bindings);
            conflict = null;
        } catch (IllegalArgumentException e) {
            ids = before;
            conflict = String.valueOf(e.getMessage());
        }
    }

    private List<OperationBinding> bindings(OperationRegistry staging) {
        List<OperationBinding> bindings = new ArrayList<>();
        OperationPage page = staging.list(OperationQuery.all().withLimit(Integer.MAX_VALUE));
        for (OperationSpec spec : page.operations()) {
            staging.binding(spec.id())
                    .flatMap(binding -> localForm.apply(spec).map(binding::withSpec))
                    .map(binding -> limited(binding, spec.id(), staging))
                    .ifPresent(bindings::add);
        }
        return bindings;
    }

    /** A call that may not take as long as it likes goes through the registry it comes from. */
    private OperationBinding limited(
            OperationBinding binding, String id, OperationRegistry staging) {
        if (timeout == null || binding.spec().type() == OperationType.SUBSCRIPTION) {
            return binding;
        }
        return OperationBinding.of(binding.spec(), new TimeLimited(staging, id, timeout))
                .normalizing(NormalizeMode.NONE);
    }

    /** Equal to another of the same operation, so that nothing is published anew for it. */
    private record TimeLimited(OperationRegistry staging, String id, Duration timeout)
            implements OperationHandler {
        @Override
        public ResponseEnvelope<JsonNode> handle(JsonNode input, OperationContext context) {
            return staging.buildEnv(context)
                    .withDeadline(Instant.now().plus(timeout))
                    .call(id, input);
        }
    }

    @Override
    public SourceStatus status() {
        OperationSource now = source;
        String problem = conflict;
        if (closed) {
            return new SourceStatus(State.CLOSED, 0, problem);
        }
        if (problem != null) {
            return new SourceStatus(State.FAILED, ids.size(), problem);
        }
        if (now == null) {
            return new SourceStatus(State.NEW, 0, null);
        }
        SourceStatus status = now.status();
        return new SourceStatus(status.state(), ids.size(), status.lastError());
    }

    @Override
    public boolean brings(String operationId) {
        PublishedOperations into = published;
        return into != null && into.contains(operationId);
    }

    @Override
    public void withdraw() {
        // Seen by whoever holds the lock: what is read from now on is not published.
        withdrawn = true;
        lock.lock();
        try {
            if (published != null) {
                published.withdraw();
            }
            ids = Set.of();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            withdraw();
            stopInner();
        } finally {
            lock.unlock();
        }
    }

    private void stopInner() {
        if (listening != null) {
            listening.close();
            listening = null;
        }
        OperationSource now = source;
        if (now != null) {
            now.close();
        }
        source = null;
        staging = null;
    }
}
