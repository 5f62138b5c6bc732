package dev.alkdev.operations.redis;

import dev.alkdev.operations.redis.TakenRequest.Origin;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The requests that we answer, by an id that is unique here. Added by one thread, read and removed
 * by any.
 */
final class TakenRequests {
    private final Map<String, TakenRequest> byId = new ConcurrentHashMap<>();
    private final Map<Origin, String> ids = new ConcurrentHashMap<>();

    boolean contains(Origin origin) {
        return ids.containsKey(origin);
    }

    /**
     * Adds a request.
     *
     * @return its id here: the one of its caller, unless a request of another caller has that
     */
    String add(TakenRequest request) {
        String id = request.origin().requestId();
        while (byId.putIfAbsent(id, request) != null) {
            id = UUID.randomUUID().toString();
        }
        ids.put(request.origin(), id);
        return id;
    }

    @Nullable String id(Origin origin) {
        return ids.get(origin);
    }

    @Nullable TakenRequest get(String id) {
        return byId.get(id);
    }

    @Nullable TakenRequest remove(String id) {
        TakenRequest removed = byId.remove(id);
        if (removed != null) {
            ids.remove(removed.origin());
        }
        return removed;
    }

    /** The requests of callers other than these. */
    List<Origin> notFrom(Set<String> callers) {
        return ids.keySet().stream().filter(origin -> !callers.contains(origin.caller())).toList();
    }

    /** The streams that hold the requests. */
    Set<String> streams() {
        return byId.values().stream().map(TakenRequest::requests).collect(Collectors.toSet());
    }
}
