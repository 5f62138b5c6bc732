package dev.alkdev.operations.metrics;

import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.SourceEntry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Metrics of the sources: for each source and state 1 if it is in it, and the number of its
 * operations. Threads share it.
 */
public final class SourceGauges {
    private final Mutex lock = new Mutex();
    private final Supplier<List<SourceEntry>> sources;
    private final MultiGauge states;
    private final MultiGauge operations;

    public SourceGauges(MeterRegistry meters, Supplier<List<SourceEntry>> sources) {
        this.sources = sources;
        this.states =
                MultiGauge.builder("operations.sources")
                        .description("1 for the state a source is in, 0 for the others")
                        .register(meters);
        this.operations =
                MultiGauge.builder("operations.source.operations")
                        .description("Operations that a source brings")
                        .register(meters);
    }

    /** Takes the state of now; sources that are gone vanish. */
    public void update() {
        List<MultiGauge.Row<?>> stateRows = new ArrayList<>();
        List<MultiGauge.Row<?>> operationRows = new ArrayList<>();
        for (SourceEntry entry : sources.get()) {
            Tags tags = Tags.of("source", entry.name(), "kind", entry.kind());
            for (State state : State.values()) {
                String name = state.name().toLowerCase(Locale.ROOT);
                int here = entry.status().state() == state ? 1 : 0;
                stateRows.add(MultiGauge.Row.of(tags.and("state", name), here));
            }
            operationRows.add(MultiGauge.Row.of(tags, entry.status().operations()));
        }
        try (Registration held = lock.hold()) {
            states.register(stateRows, true);
            operations.register(operationRows, true);
        }
    }
}
