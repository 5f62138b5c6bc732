package dev.alkdev.operations.hub;

import dev.alkdev.operations.ByteBudget;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;

/** What is measured of a hub as a whole: the bytes in flight, and lost audit lines. */
record HubGauges(ByteBudget budget, @Nullable AuditFile audit) {

    void bindTo(MeterRegistry meters) {
        Gauge.builder("operations.memory.used", budget, ByteBudget::used)
                .description("Bytes in flight: bodies, unread results, items ahead of readers")
                .baseUnit("bytes")
                .register(meters);
        Gauge.builder("operations.memory.limit", budget, ByteBudget::limit)
                .description("How many bytes may be in flight")
                .baseUnit("bytes")
                .register(meters);
        FunctionCounter.builder("operations.memory.refused", budget, HubGauges::refused)
                .description("How often there was no memory left for a request, result or item")
                .register(meters);
        if (audit != null) {
            FunctionCounter.builder("operations.audit.lost", audit, AuditFile::lost)
                    .description("Audit lines that could not be written")
                    .register(meters);
        }
    }

    private static double refused(ByteBudget budget) {
        return budget.refused() + budget.bulk().refused();
    }
}
