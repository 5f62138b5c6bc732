package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The requests that a client can cancel by their ids. Threads may share it. */
final class InFlight {
    private static final Registration NOTHING = () -> {};

    private final Map<Key, Cancellation> running = new ConcurrentHashMap<>();

    private record Key(String session, JsonNode id) {}

    /** A request that runs until the registration is closed. */
    Registration add(@Nullable String session, JsonNode id, Cancellation cancellation) {
        if (session == null) {
            return NOTHING;
        }
        Key key = new Key(session, id);
        running.put(key, cancellation);
        return () -> running.remove(key, cancellation);
    }

    /** Cancels a request, if it still runs. */
    void cancel(String session, JsonNode id) {
        Cancellation cancellation = running.get(new Key(session, id));
        if (cancellation != null) {
            cancellation.cancel(ClientCalls.BROKEN_OFF);
        }
    }

    /** Cancels everything: nobody waits any longer. */
    void cancelAll() {
        running.values().forEach(cancellation -> cancellation.cancel(ClientCalls.BROKEN_OFF));
    }

    int size() {
        return running.size();
    }
}
