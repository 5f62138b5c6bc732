package dev.alkdev.operations.protocol;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The requests of a peer that are being answered, by their ids and by those of their parents. */
final class ActiveCalls {
    final Map<String, ActiveCall> byId = new ConcurrentHashMap<>();
    private final Map<String, Set<ActiveCall>> byParent = new ConcurrentHashMap<>();

    /** Adds a call; false if its id is in use. */
    boolean add(ActiveCall call) {
        if (byId.putIfAbsent(call.request.requestId(), call) != null) {
            return false;
        }
        String parent = call.request.call().parentRequestId().orElse(null);
        if (parent != null) {
            byParent.compute(
                    parent,
                    (id, siblings) -> {
                        Set<ActiveCall> all =
                                siblings == null ? ConcurrentHashMap.newKeySet() : siblings;
                        all.add(call);
                        return all;
                    });
        }
        return true;
    }

    void remove(ActiveCall call) {
        byId.remove(call.request.requestId(), call);
        String parent = call.request.call().parentRequestId().orElse(null);
        if (parent != null) {
            byParent.computeIfPresent(
                    parent,
                    (id, siblings) -> {
                        siblings.remove(call);
                        return siblings.isEmpty() ? null : siblings;
                    });
        }
    }

    /** The calls made in the course of this one. */
    List<ActiveCall> childrenOf(String requestId) {
        return List.copyOf(byParent.getOrDefault(requestId, Set.of()));
    }
}
