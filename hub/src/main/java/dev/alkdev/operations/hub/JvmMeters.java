package dev.alkdev.operations.hub;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;

/** What is measured of the JVM that a hub runs in. */
final class JvmMeters implements AutoCloseable {
    private final JvmGcMetrics collections = new JvmGcMetrics();

    void bindTo(MeterRegistry meters) {
        new JvmMemoryMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        collections.bindTo(meters);
    }

    @Override
    public void close() {
        collections.close();
    }
}
