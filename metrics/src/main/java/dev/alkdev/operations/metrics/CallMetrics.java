package dev.alkdev.operations.metrics;

import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ObservedCall;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.RegistryChange;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Measures every call: how often, how long, how it ended. The meters of an operation stay when it
 * goes, since what happened before is still to be read, and it often comes back; only those of the
 * operations that went longest ago are forgotten. What does not exist is counted under one name, so
 * that nobody can fill the memory with names. Threads share it.
 */
public final class CallMetrics implements CallObserver {
    private static final String CALLS = "operations.calls";
    private static final String ITEMS = "operations.stream.items";
    private static final String UNKNOWN = "unknown";

    /** Of how many operations that are gone the meters stay. */
    static final int MOST_GONE = 1_000;

    private final MeterRegistry meters;
    private final String own;
    private final Supplier<OperationRegistry> registry;
    private final ConcurrentMap<String, Measured> operations = new ConcurrentHashMap<>();
    private final Set<String> gone = new LinkedHashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger activeCalls = new AtomicInteger();
    private final AtomicInteger activeStreams = new AtomicInteger();

    /**
     * Meters in a registry of meters.
     *
     * @param own the source of operations that come from none
     * @param registry whose calls it observes, which is made after it
     */
    public CallMetrics(MeterRegistry meters, String own, Supplier<OperationRegistry> registry) {
        this.meters = meters;
        this.own = own;
        this.registry = registry;
        Gauge.builder("operations.calls.active", activeCalls, AtomicInteger::get)
                .description("Calls that are running")
                .register(meters);
        Gauge.builder("operations.streams.active", activeStreams, AtomicInteger::get)
                .description("Subscriptions that are open")
                .register(meters);
    }

    @Override
    public CallObserver.Observation begin(ObservedCall call) {
        String id = call.operation().map(RegisteredOperation::id).orElse(UNKNOWN);
        OperationType type = call.operation().map(RegisteredOperation::type).orElse(null);
        Measured known = operations.get(id);
        Measured measured =
                known == null || known.isOutdated(type)
                        ? measure(new Measured(id, type, source(call)), known)
                        : known;
        AtomicInteger active = call.isStream() ? activeStreams : activeCalls;
        // Last: a call that is refused because this fails is not active.
        active.incrementAndGet();
        return new Measurement(measured, active);
    }

    /**
     * Asks for the source without holding the map: a thread that reports a change waits for the
     * map, and the source may wait for that thread.
     */
    private Measured measure(Measured fresh, @Nullable Measured outdated) {
        String id = fresh.id;
        if (outdated != null) {
            if (outdated.tags.equals(fresh.tags)) {
                outdated.outdated = false;
                return outdated;
            }
            forget(id);
        }
        Measured known = operations.putIfAbsent(id, fresh);
        if (known != null) {
            return known;
        }
        if (!id.equals(UNKNOWN) && !exists(id)) {
            // It went after the call began, and what was told of it came too early.
            remember(id);
        }
        return fresh;
    }

    private String source(ObservedCall call) {
        return call.origin().map(OperationBinding.Origin::name).orElse(own);
    }

    private boolean exists(String id) {
        return registry.get().find(id).isPresent();
    }

    /**
     * A removed operation keeps its meters; an added one may be of another source. For {@link
     * OperationRegistry#onChange}.
     */
    public void changed(RegistryChange change) {
        String id = change.operationId();
        Measured known = operations.get(id);
        if (change instanceof RegistryChange.Removed) {
            remember(id);
        } else if (known != null) {
            known.outdated = true;
        }
    }

    /** Notes one that is gone, and forgets who went longest ago. */
    private void remember(String id) {
        if (!operations.containsKey(id)) {
            return;
        }
        String oldest = null;
        lock.lock();
        try {
            gone.remove(id);
            gone.add(id);
            if (gone.size() > MOST_GONE) {
                oldest = gone.iterator().next();
                gone.remove(oldest);
            }
        } finally {
            lock.unlock();
        }
        if (oldest != null && !exists(oldest)) {
            forget(oldest);
        }
    }

    private void forget(String id) {
        Measured gone = operations.get(id);
        if (gone != null) {
            // In this order, or else it would remove meters of one that takes its place.
            gone.remove();
            operations.remove(id, gone);
        }
    }

    private static final class Measurement implements CallObserver.Observation {
        private final Measured measured;
        private final AtomicInteger active;

        Measurement(Measured measured, AtomicInteger active) {
            this.measured = measured;
            this.active = active;
        }

        @Override
        public void item() {
            Counter items = measured.items();
            if (items != null) {
                items.increment();
            }
        }

        @Override
        public void ended(ObservedCall call) {
            active.decrementAndGet();
            Timer timer = measured.timer(call.outcome());
            if (timer != null) {
                timer.record(call.nanos(), TimeUnit.NANOSECONDS);
            }
        }
    }

    /** The meters of one operation. Once it is gone, there are no new ones. */
    private final class Measured {
        private final Tags tags;
        private final ReentrantLock lock = new ReentrantLock();
        private final ConcurrentMap<String, Timer> timers = new ConcurrentHashMap<>();
        private volatile @Nullable Counter items;
        private final String id;
        private final @Nullable OperationType type;
        private volatile boolean outdated;
        private boolean removed;

        /** The type is null if there is no such operation. */
        Measured(String id, @Nullable OperationType type, String source) {
            this.id = id;
            this.type = type;
            String kind = type == null ? UNKNOWN : type.wireName();
            tags = Tags.of("operation", id, "type", kind, "source", source);
        }

        boolean isOutdated(@Nullable OperationType now) {
            return outdated || type != now;
        }

        @Nullable Timer timer(String outcome) {
            Timer known = timers.get(outcome);
            return known != null ? known : newTimer(outcome);
        }

        private @Nullable Timer newTimer(String outcome) {
            lock.lock();
            try {
                if (removed) {
                    return null;
                }
                Timer timer =
                        Timer.builder(CALLS)
                                .description(
                                        "Calls by operation and outcome; of subscriptions, their"
                                                + " whole life")
                                .tags(tags.and("outcome", outcome))
                                .register(meters);
                timers.put(outcome, timer);
                return timer;
            } finally {
                lock.unlock();
            }
        }

        @Nullable Counter items() {
            Counter known = items;
            return known != null ? known : newItems();
        }

        private @Nullable Counter newItems() {
            lock.lock();
            try {
                if (!removed) {
                    items =
                            Counter.builder(ITEMS)
                                    .description("Items that subscriptions gave")
                                    .tags(tags)
                                    .register(meters);
                }
                return items;
            } finally {
                lock.unlock();
            }
        }

        void remove() {
            lock.lock();
            try {
                removed = true;
                timers.values().forEach(meters::remove);
                Meter counter = items;
                if (counter != null) {
                    meters.remove(counter);
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
