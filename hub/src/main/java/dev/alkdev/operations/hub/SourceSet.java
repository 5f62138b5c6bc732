package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObservation;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.IncomingCall;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.SourceEntry;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sources of a hub. Knows which operation comes from which, and lets as many calls through to
 * each as its config allows. Threads share it.
 */
final class SourceSet implements CallObserver {
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<SourceSupervisor> retiring = ConcurrentHashMap.newKeySet();
    private final SourceFactory factory;
    private final Duration firstPause;
    private volatile Map<String, SourceSupervisor> sources = Map.of();

    SourceSet(SourceFactory factory, Duration firstPause) {
        this.factory = factory;
        this.firstPause = firstPause;
    }

    List<SourceEntry> entries() {
        return sources.values().stream().map(SourceSupervisor::entry).toList();
    }

    /** The name of the source an operation comes from; empty if it comes from none. */
    Optional<String> nameOf(String operationId) {
        return Optional.ofNullable(owner(operationId)).map(owner -> owner.config().name());
    }

    /** Asks each time: what is remembered here would have to be forgotten at the right moment. */
    private @Nullable SourceSupervisor owner(String operationId) {
        for (SourceSupervisor source : sources.values()) {
            if (source.brings(operationId)) {
                return source;
            }
        }
        return null;
    }

    @Override
    public CallObservation begin(IncomingCall call) {
        SourceSupervisor owner = owner(call.operationId());
        if (owner == null) {
            return failure -> {};
        }
        if (!owner.enter()) {
            throw new CallException(
                            ErrorCode.OVERLOADED,
                            "at most "
                                    + owner.config().concurrency()
                                    + " calls of "
                                    + owner.config().name()
                                    + " run at once")
                    .withDetails(JsonNodeFactory.instance.objectNode().put("retryAfter", 1));
        }
        return failure -> owner.leave();
    }

    /**
     * Makes these the sources: those whose config is the same are left alone, new ones are started,
     * and others are closed once their calls are over.
     */
    void change(List<SourceConfig> wanted, OperationRegistry registry, Duration patience) {
        lock.lock();
        try {
            Map<String, SourceSupervisor> before = new LinkedHashMap<>(sources);
            Map<String, SourceSupervisor> after = new LinkedHashMap<>();
            List<SourceSupervisor> fresh = new ArrayList<>();
            for (SourceConfig config : wanted) {
                SourceSupervisor known = before.get(config.name());
                if (known != null && known.config().equals(config)) {
                    before.remove(config.name());
                    after.put(config.name(), known);
                } else {
                    SourceSupervisor one =
                            new SourceSupervisor(
                                    config, factory.create(config), registry, firstPause);
                    fresh.add(one);
                    after.put(config.name(), one);
                }
            }
            before.values().forEach(SourceSupervisor::withdraw);
            sources = after;
            fresh.forEach(SourceSupervisor::start);
            before.values().forEach(gone -> retire(gone, patience));
        } finally {
            lock.unlock();
        }
    }

    private void retire(SourceSupervisor gone, Duration patience) {
        retiring.add(gone);
        Thread.ofVirtual()
                .name("operations-retire " + gone.config().name())
                .start(
                        () -> {
                            gone.retire(patience);
                            retiring.remove(gone);
                        });
    }

    /** Waits until each has tried once; false if that takes longer. */
    boolean awaitAttempts(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (SourceSupervisor source : sources.values()) {
            if (!source.awaitAttempt(Math.max(0, end - System.nanoTime()))) {
                return false;
            }
        }
        return true;
    }

    /** Closes all of them, also those that wait for their calls. */
    void close() {
        lock.lock();
        try {
            sources.values().forEach(SourceSupervisor::withdraw);
            sources.values().forEach(SourceSupervisor::close);
            retiring.forEach(SourceSupervisor::close);
            sources = Map.of();
        } finally {
            lock.unlock();
        }
    }
}
