package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObservation;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.IncomingCall;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.RegistryChange;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Measures every call: how often, how long, how it ended. The meters of an operation go when it
 * goes, and what does not exist is counted under one name, so that nobody can fill the memory with
 * names. Threads share it.
 */
final class CallMetrics implements CallObserver {
    private static final String CALLS = "operations.calls";
    private static final String ITEMS = "operations.stream.items";
    private static final String UNKNOWN = "unknown";

    private final MeterRegistry meters;
    private final Function<String, String> sourceOf;
    private final ConcurrentMap<String, Measured> operations = new ConcurrentHashMap<>();
    private final AtomicInteger activeCalls = new AtomicInteger();
    private final AtomicInteger activeStreams = new AtomicInteger();

    /**
     * Meters in a registry of meters.
     *
     * @param sourceOf the name of the source of an operation
     */
    CallMetrics(MeterRegistry meters, Function<String, String> sourceOf) {
        this.meters = meters;
        this.sourceOf = sourceOf;
        Gauge.builder("operations.calls.active", activeCalls, AtomicInteger::get)
                .description("Calls that are running")
                .register(meters);
        Gauge.builder("operations.streams.active", activeStreams, AtomicInteger::get)
                .description("Subscriptions that are open")
                .register(meters);
    }

    @Override
    public CallObservation begin(IncomingCall call) {
        AtomicInteger active = call.isStream() ? activeStreams : activeCalls;
        active.incrementAndGet();
        String id = call.spec().map(OperationSpec::id).orElse(UNKNOWN);
        String type = call.spec().map(spec -> spec.type().wireName()).orElse(UNKNOWN);
        Measured measured = operations.computeIfAbsent(id, name -> new Measured(name, type));
        return new Measurement(measured, active);
    }

    /** Forgets the meters of an operation that is gone or became another. */
    void changed(RegistryChange change) {
        if (!(change instanceof RegistryChange.Added)) {
            Measured gone = operations.remove(change.operationId());
            if (gone != null) {
                gone.remove();
            }
        }
    }

    private static final class Measurement implements CallObservation {
        private final Measured measured;
        private final AtomicInteger active;
        private final long start = System.nanoTime();

        Measurement(Measured measured, AtomicInteger active) {
            this.measured = measured;
            this.active = active;
        }

        @Override
        public void item() {
            measured.items().increment();
        }

        @Override
        public void ended(@Nullable CallException failure) {
            active.decrementAndGet();
            String outcome = failure == null ? "ok" : failure.code();
            measured.timer(outcome).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }
    }

    /** The meters of one operation. */
    private final class Measured {
        private final Tags tags;
        private final ConcurrentMap<String, Timer> timers = new ConcurrentHashMap<>();
        private volatile @Nullable Counter items;

        Measured(String id, String type) {
            tags = Tags.of("operation", id, "type", type, "source", sourceOf.apply(id));
        }

        Timer timer(String outcome) {
            Timer known = timers.get(outcome);
            return known != null ? known : timers.computeIfAbsent(outcome, this::newTimer);
        }

        private Timer newTimer(String outcome) {
            return Timer.builder(CALLS)
                    .description(
                            "Calls by operation and outcome; of subscriptions, their whole life")
                    .tags(tags.and("outcome", outcome))
                    .register(meters);
        }

        Counter items() {
            Counter known = items;
            if (known == null) {
                known =
                        Counter.builder(ITEMS)
                                .description("Items that subscriptions gave")
                                .tags(tags)
                                .register(meters);
                items = known;
            }
            return known;
        }

        void remove() {
            timers.values().forEach(meters::remove);
            Meter counter = items;
            if (counter != null) {
                meters.remove(counter);
            }
        }
    }
}
