package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.SourceEntry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sources of a hub. Threads share it. */
final class SourceSet {
    private static final Logger LOG = LoggerFactory.getLogger(SourceSet.class);

    private final Mutex lock = new Mutex();
    private final Set<SourceSupervisor> retiring = ConcurrentHashMap.newKeySet();

    private final HubParts parts;
    private final Backoff backoff;
    private volatile Map<String, SourceSupervisor> sources = Map.of();

    SourceSet(HubParts parts, Backoff backoff) {
        this.parts = parts;
        this.backoff = backoff;
    }

    List<SourceEntry> entries() {
        return sources.values().stream().map(SourceSupervisor::entry).toList();
    }

    Collection<SourceSupervisor> all() {
        return sources.values();
    }

    /**
     * Makes these the sources: those whose config is the same are left alone, new ones are started,
     * and others are closed once their calls are over. One that is exchanged for another is served
     * until that one can be, unless it has other rules.
     */
    void change(List<SourceConfig> wanted, Duration timeout) {
        try (Registration held = lock.hold()) {
            Map<String, SourceSupervisor> before = new LinkedHashMap<>(sources);
            Map<String, SourceSupervisor> after = new LinkedHashMap<>();
            List<SourceSupervisor> fresh = new ArrayList<>();
            for (SourceConfig config : wanted) {
                SourceSupervisor known = before.get(config.name());
                if (known != null && known.isUpToDate(config)) {
                    before.remove(config.name());
                    after.put(config.name(), known);
                    continue;
                }
                SourceSupervisor one =
                        new SourceSupervisor(
                                config, OpenedSource.of(config, parts), backoff, System::nanoTime);
                fresh.add(one);
                after.put(config.name(), one);
                if (known != null && one.follow(known)) {
                    before.remove(config.name());
                }
            }
            List<SourceSupervisor> gone = withThoseBefore(before.values());
            // All of them first, since a new source may bring what another one brought.
            gone.forEach(SourceSupervisor::withdraw);
            sources = after;
            fresh.forEach(one -> one.start(() -> served(one, timeout)));
            gone.forEach(one -> retire(one, timeout));
        }
    }

    private static List<SourceSupervisor> withThoseBefore(Collection<SourceSupervisor> some) {
        return some.stream()
                .flatMap(one -> Stream.concat(Stream.of(one), one.before()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** The source has taken the place of the one before. */
    private void served(SourceSupervisor one, Duration timeout) {
        try (Registration held = lock.hold()) {
            if (one.equals(sources.get(one.config.name()))) {
                one.before().forEach(gone -> retire(gone, timeout));
                one.endFollowing();
            }
        }
    }

    private void retire(SourceSupervisor gone, Duration timeout) {
        retiring.add(gone);
        gone.withdraw();
        Thread.ofVirtual()
                .name("operations-retire " + gone.config.name())
                .start(
                        () -> {
                            gone.retire(timeout);
                            retiring.remove(gone);
                        });
    }

    /** The hub has other tokens. */
    void tokensChanged() {
        Stream.of(withThoseBefore(sources.values()), retiring)
                .flatMap(Collection::stream)
                .forEach(SourceSupervisor::tokensChanged);
    }

    /** Whether a source has not brought anything yet, and has not failed either. */
    boolean isLoading() {
        return sources.values().stream()
                .map(SourceSupervisor::status)
                .anyMatch(status -> status.state() == State.NEW && status.operations() == 0);
    }

    /** Waits until each has tried once; false if that takes longer. */
    boolean awaitAttempts(Duration timeout, Predicate<SourceConfig> which) {
        long end = System.nanoTime() + timeout.toNanos();
        try {
            for (SourceSupervisor source : sources.values()) {
                if (which.test(source.config)
                        && !source.awaitAttempt(Math.max(0, end - System.nanoTime()))) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Closes all of them, also those that wait for their calls; none can keep the hub for long. */
    void close(Deadline deadline) {
        List<SourceSupervisor> all;
        try (Registration held = lock.hold()) {
            all = withThoseBefore(sources.values());
            all.addAll(retiring);
            sources = Map.of();
        }
        all.forEach(SourceSupervisor::withdraw);
        Map<SourceSupervisor, Thread> closing = new LinkedHashMap<>();
        all.forEach(one -> closing.put(one, Thread.startVirtualThread(one::close)));
        closing.forEach((one, thread) -> await(one, thread, deadline));
    }

    private static void await(SourceSupervisor source, Thread closing, Deadline deadline) {
        try {
            if (!closing.join(deadline.left())) {
                LOG.warn("The source {} did not close in time", source.config.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
