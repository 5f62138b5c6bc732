package dev.alkdev.operations.protocol;

import dev.alkdev.operations.base.LogCounter;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The operations of a peer that are not imported, with the reasons. Each is logged once, those of
 * one reason together. Threads may share it.
 */
final class LeftOut {
    private static final Logger LOG = LoggerFactory.getLogger(PeerImport.class);
    private static final int NAMED = 10;

    private final Map<String, String> reasons = new ConcurrentHashMap<>();
    private final Set<String> told = new HashSet<>();

    /** A peer may offer and withdraw an operation again and again. */
    private final LogCounter logged = new LogCounter();

    /** A new list of the peer's operations has come. */
    void begin() {
        reasons.clear();
    }

    void out(String id, String reason) {
        reasons.put(id, reason);
    }

    Map<String, String> reasons() {
        return new TreeMap<>(reasons);
    }

    /** Logs what is new. Called by one thread at a time. */
    void tell(String peer) {
        Map<String, String> now = reasons();
        told.retainAll(now.keySet());
        Map<String, List<String>> fresh =
                now.keySet().stream()
                        .filter(told::add)
                        .filter(id -> logged.due(id) > 0)
                        .collect(
                                Collectors.groupingBy(
                                        id -> now.getOrDefault(id, ""),
                                        TreeMap::new,
                                        Collectors.toList()));
        fresh.forEach(
                (reason, ids) ->
                        LOG.info("Not imported from {}: {}: {}", peer, names(ids), reason));
    }

    private static String names(List<String> ids) {
        String first = ids.stream().limit(NAMED).collect(Collectors.joining(", "));
        return ids.size() <= NAMED ? first : first + " and " + (ids.size() - NAMED) + " more";
    }
}
