package dev.alkdev.operations.redis;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.LogCounter;

import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the others offer, as last seen over all sessions of a link. Writes changes to the log, so
 * that what is missing can be found. Changed by one thread at a time, read by any.
 */
final class Others {
    private static final Logger LOG = LoggerFactory.getLogger(Others.class);
    private static final int NAMED = 5;

    private final RedisOptions settings;
    private final Departed departed;

    /** One of the others may offer and withdraw an operation again and again. */
    private final LogCounter logged = new LogCounter();

    private final Offerings offerings;
    private volatile boolean reading;
    private volatile Set<String> shown = Set.of();
    private volatile Set<String> hidden = Set.of();
    private volatile Set<String> withoutWorker = Set.of();

    Others(RedisOptions settings) {
        this.settings = settings;
        this.departed = new Departed(settings.grace());
        this.offerings =
                new Offerings(
                        settings.keys(), OfferingLimits.ofHeap(Runtime.getRuntime().maxMemory()));
    }

    /** Reads offerings from now on: participants that only serve need not know them. */
    void startReading() {
        reading = true;
    }

    boolean isReading() {
        return reading;
    }

    /** The offerings of others, by the number of participants with each. */
    List<View.Offer> offers(
            RedisClusterCommands<String, byte[]> redis, Map<String, Integer> workers) {
        return reading ? offerings.read(redis, workers) : List.of();
    }

    Departed departed() {
        return departed;
    }

    /** What we may not use, by id. */
    Set<String> hidden() {
        return hidden;
    }

    /**
     * The operations whose workers are all gone, by id. If nobody offers anything any more, those
     * stay known that were offered last.
     */
    Set<String> withoutWorker() {
        return withoutWorker;
    }

    private void noteWithoutWorker() {
        Set<String> before = withoutWorker;
        withoutWorker = shown.isEmpty() ? before : departed.ids();
        Set<String> fresh = without(withoutWorker, before);
        if (!fresh.isEmpty()) {
            if (logged.due("without worker") > 0) {
                LOG.warn(
                        "{}: no worker is left for {} operations, calls of them fail with"
                                + " UNAVAILABLE until one returns: {}",
                        settings.name(),
                        withoutWorker.size(),
                        named(withoutWorker));
            }
        } else if (!before.isEmpty() && withoutWorker.isEmpty()) {
            LOG.info("{}: all operations have a worker again", settings.name());
            logged.forget("without worker");
        }
    }

    /** These are offered now, or were until recently. */
    void changed(Map<String, OperationSpec> operations) {
        Set<String> before = shown;
        shown = Set.copyOf(operations.keySet());
        if (!shown.equals(before)) {
            LOG.info(
                    "{}: other workers offer {} operations ({} added, {} removed, {} unavailable)",
                    settings.name(),
                    shown.size(),
                    without(shown, before).size(),
                    without(before, shown).size(),
                    departed.count());
        }
        noteWithoutWorker();
        Set<String> hiddenBefore = hidden;
        hidden =
                operations.values().stream()
                        .filter(spec -> !spec.permits(settings.self()))
                        .map(OperationSpec::id)
                        .collect(Collectors.toUnmodifiableSet());
        Set<String> fresh = without(hidden, hiddenBefore);
        fresh.removeIf(id -> logged.due(id) == 0);
        if (!fresh.isEmpty()) {
            LOG.warn(
                    "{}: {} operations of other workers are not imported: they require scopes"
                            + " that this worker lacks: {}",
                    settings.name(),
                    fresh.size(),
                    named(fresh));
        }
    }

    private static Set<String> without(Set<String> ids, Set<String> others) {
        Set<String> left = new HashSet<>(ids);
        left.removeAll(others);
        return left;
    }

    private static String named(Collection<String> ids) {
        String first = new TreeSet<>(ids).stream().limit(NAMED).collect(Collectors.joining(", "));
        return ids.size() > NAMED ? first + ", …" : first;
    }
}
