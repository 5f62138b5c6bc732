package dev.alkdev.operations.hub;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.locks.ReentrantLock;

/** What a hub measures. Threads may share it. */
final class HubMeters implements AutoCloseable {
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable JvmGcMetrics collections;

    HubMeters(String hub) {
        registry.config().commonTags("hub", hub);
    }

    /** Measurements of the hub itself. */
    PrometheusMeterRegistry registry() {
        return registry;
    }

    /**
     * The same with those of the JVM, from the first use on: they take longer to set up than
     * everything else a hub measures.
     */
    PrometheusMeterRegistry withJvm() {
        lock.lock();
        try {
            if (collections == null) {
                new JvmMemoryMetrics().bindTo(registry);
                new ProcessorMetrics().bindTo(registry);
                collections = new JvmGcMetrics();
                collections.bindTo(registry);
            }
            return registry;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (collections != null) {
                collections.close();
            }
            registry.close();
        } finally {
            lock.unlock();
        }
    }
}
