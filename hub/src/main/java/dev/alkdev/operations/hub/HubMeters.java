package dev.alkdev.operations.hub;

import dev.alkdev.operations.audit.AuditLog;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.signin.RefusedSignIns;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.jspecify.annotations.Nullable;

/** What is measured of a hub as a whole and of its JVM. Threads share it. */
final class HubMeters implements AutoCloseable {
    /** Measurements of the hub itself. */
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private final Mutex lock = new Mutex();
    private @Nullable JvmGcMetrics collections;

    HubMeters(String hub, ByteBudget budget, AuditLog audit) {
        registry.config().commonTags("hub", hub);
        Gauge.builder("operations.memory.used", budget, ByteBudget::used)
                .description("Bytes in flight: bodies, unread results, items ahead of readers")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("operations.memory.limit", budget, ByteBudget::limit)
                .description("How many bytes may be in flight")
                .baseUnit("bytes")
                .register(registry);
        FunctionCounter.builder("operations.memory.refused", budget, HubMeters::refused)
                .description("How often there was no memory left for a request, result or item")
                .register(registry);
        if (audit.hasFile()) {
            FunctionCounter.builder("operations.audit.lost", audit, AuditLog::lost)
                    .description("Audit lines that could not be written")
                    .register(registry);
        }
    }

    private static double refused(ByteBudget budget) {
        return budget.refused() + budget.bulk().refused();
    }

    /** Counts refused requests and links by reason. */
    RefusedSignIns signIns(AuditLog audit) {
        return new RefusedSignIns(
                refused(RefusedSignIns.MISSING)::increment,
                refused(RefusedSignIns.WRONG)::increment,
                audit::refused);
    }

    private Counter refused(String reason) {
        return Counter.builder("operations.signins.refused")
                .description("Requests and links with a missing or unknown token")
                .tag("reason", reason)
                .register(registry);
    }

    /**
     * The same with those of the JVM, from the first use on: they take longer to set up than
     * everything else a hub measures.
     */
    PrometheusMeterRegistry withJvm() {
        try (Registration held = lock.hold()) {
            if (collections == null) {
                new JvmMemoryMetrics().bindTo(registry);
                new ProcessorMetrics().bindTo(registry);
                collections = new JvmGcMetrics();
                collections.bindTo(registry);
            }
            return registry;
        }
    }

    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            if (collections != null) {
                collections.close();
            }
            registry.close();
        }
    }
}
