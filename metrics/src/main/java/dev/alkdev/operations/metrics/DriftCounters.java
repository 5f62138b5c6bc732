package dev.alkdev.operations.metrics;

import dev.alkdev.operations.Drift;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Shows what normalization did to results, by operation and kind. Only operations that drift are
 * shown, a bounded number of them by name and the rest together. Threads share it.
 */
public final class DriftCounters {
    static final int MAX_OPERATIONS = 1_000;

    /** The name under which all others are counted. */
    static final String OTHERS = "others";

    private record Series(String operation, String kind) {}

    /** A counter with the count it shows, which nothing else would keep. */
    private record Shown(Meter meter, AtomicLong count) {}

    private final Mutex lock = new Mutex();
    private final MeterRegistry meters;
    private final Supplier<Map<String, Drift>> drifts;
    private final Map<Series, Shown> shown = new LinkedHashMap<>();

    /**
     * Counters in a registry of meters.
     *
     * @param drifts by the ids of operations, as {@code OperationRegistry::drifts}
     */
    public DriftCounters(MeterRegistry meters, Supplier<Map<String, Drift>> drifts) {
        this.meters = meters;
        this.drifts = drifts;
    }

    /** Takes the counts of now; operations that are gone vanish. */
    public void update() {
        Map<Series, Long> counts = new LinkedHashMap<>();
        int operations = 0;
        for (Map.Entry<String, Drift> entry : drifts.get().entrySet()) {
            String operation = operations++ < MAX_OPERATIONS ? entry.getKey() : OTHERS;
            kinds(entry.getValue())
                    .forEach(
                            (kind, count) -> {
                                if (count > 0) {
                                    counts.merge(new Series(operation, kind), count, Long::sum);
                                }
                            });
        }
        try (Registration held = lock.hold()) {
            shown.entrySet().removeIf(entry -> isGone(entry, counts));
            counts.forEach(
                    (series, count) -> shown.computeIfAbsent(series, this::show).count.set(count));
        }
    }

    private boolean isGone(Map.Entry<Series, Shown> entry, Map<Series, Long> counts) {
        boolean gone = !counts.containsKey(entry.getKey());
        if (gone) {
            meters.remove(entry.getValue().meter);
        }
        return gone;
    }

    private Shown show(Series series) {
        AtomicLong count = new AtomicLong();
        Meter meter =
                FunctionCounter.builder("operations.drift", count, AtomicLong::doubleValue)
                        .description(
                                "What was done to results so that they fit, or that they did not")
                        .tags("operation", series.operation, "kind", series.kind)
                        .register(meters);
        return new Shown(meter, count);
    }

    private static Map<String, Long> kinds(Drift drift) {
        return Map.of(
                "stripped", drift.stripped(),
                "defaulted", drift.defaulted(),
                "converted", drift.converted(),
                "replaced", drift.replaced(),
                "mismatched", drift.mismatched());
    }
}
