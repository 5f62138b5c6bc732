package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers the offerings of each participant in this session. A worker that changes its offering,
 * or leaves, still responds to requests that it has taken before. Threads may share it.
 */
final class Workers {
    private static final int MOST = 20_000;

    private final Mutex lock = new Mutex();
    private final Map<String, Set<String>> offerings = new LinkedHashMap<>();
    private int size;

    /** Adds the participants with the hashes of their present offerings. */
    void add(Map<String, String> members) {
        try (Registration held = lock.hold()) {
            members.forEach(
                    (id, hash) -> {
                        if (offerings.computeIfAbsent(id, key -> new HashSet<>()).add(hash)) {
                            size++;
                        }
                    });
            var oldest = offerings.entrySet().iterator();
            while (size > MOST && oldest.hasNext()) {
                Map.Entry<String, Set<String>> entry = oldest.next();
                if (!members.containsKey(entry.getKey())) {
                    size -= entry.getValue().size();
                    oldest.remove();
                }
            }
        }
    }

    boolean offered(String id, String hash) {
        try (Registration held = lock.hold()) {
            return offerings.getOrDefault(id, Set.of()).contains(hash);
        }
    }
}
