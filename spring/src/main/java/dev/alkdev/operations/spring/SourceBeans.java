package dev.alkdev.operations.spring;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.http.SourceEntry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Starts the sources before the server and closes them after it. One that fails is tried again with
 * back-off; the application starts without it.
 */
final class SourceBeans implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(SourceBeans.class);
    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));
    private static final Duration CHECK = Duration.ofSeconds(1);

    private final OperationRegistry registry;
    private final List<OperationSource> sources;
    private final AdvisedHandlers handlers;
    private final Duration timeout;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile boolean running;

    SourceBeans(
            OperationRegistry registry,
            List<OperationSource> sources,
            AdvisedHandlers handlers,
            Duration timeout) {
        this.registry = registry;
        this.sources = sources;
        this.handlers = handlers;
        this.timeout = timeout;
    }

    List<OperationSource> sources() {
        return sources;
    }

    /** The sources with their states. */
    List<SourceEntry> entries() {
        return sources.stream()
                .map(
                        source ->
                                new SourceEntry(
                                        source.name(),
                                        source.getClass().getSimpleName(),
                                        source.status()))
                .toList();
    }

    @Override
    public void start() {
        CountDownLatch attempts = new CountDownLatch(sources.size());
        for (OperationSource source : sources) {
            Thread.ofVirtual()
                    .name("operations-source " + source.name())
                    .start(() -> run(source, attempts));
        }
        running = true;
        try {
            if (!attempts.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Not all sources of operations are ready after {}", timeout);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(OperationSource source, CountDownLatch attempts) {
        try {
            source.start(
                    new FromSource(
                            source.name(), handlers, OperationSource.Publisher.into(registry)));
            attempts.countDown();
            int failures = 0;
            while (!stopping.await(pause(source, failures).toMillis(), TimeUnit.MILLISECONDS)) {
                boolean failed = source.status().state() == State.FAILED;
                failures = failed ? failures + 1 : 0;
                if (failed && !source.refresh()) {
                    LOG.warn("The source {} failed and cannot be retried", source.name());
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("The source {} could not be started", source.name(), e);
        } finally {
            attempts.countDown();
        }
    }

    private static Duration pause(OperationSource source, int failures) {
        if (source.status().state() != State.FAILED) {
            return CHECK;
        }
        if (failures == 0) {
            LOG.warn(
                    "The source {} failed and is retried: {}",
                    source.name(),
                    source.status().lastError());
        }
        return BACKOFF.after(failures + 1);
    }

    @Override
    public void stop() {
        running = false;
        stopping.countDown();
        sources.forEach(OperationSource::close);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1024;
    }

    /** Marks what a source publishes with its name, for metrics and traces. */
    private record FromSource(
            OperationBinding.Origin origin,
            AdvisedHandlers handlers,
            OperationSource.Publisher published)
            implements OperationSource.Publisher {
        FromSource(String name, AdvisedHandlers handlers, OperationSource.Publisher published) {
            this(OperationBinding.Origin.named(name), handlers, published);
        }

        @Override
        public void update(Collection<OperationBinding> bindings, Collection<OperationSpec> specs) {
            published.update(
                    bindings.stream()
                            .map(binding -> handlers.advise(binding.from(origin)))
                            .toList(),
                    specs);
        }

        @Override
        public int size() {
            return published.size();
        }
    }
}
