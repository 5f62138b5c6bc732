package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sessions of clients of before 2026-07-28. What was agreed on is in the id itself, signed, so
 * that any server with the same key knows it; only what a client sets later is kept here. Threads
 * may share it.
 */
final class Sessions {
    private static final String USE = "session";
    private static final Duration LIFETIME = Duration.ofDays(30);
    private static final int MOST_CAPABILITIES = 1_000;
    private static final int MOST_KNOWN = 4_096;
    private static final long MOST_KNOWN_BYTES = Runtime.getRuntime().maxMemory() / 64;
    private static final int MOST_ENDED = 10_000;

    private final Signer signer;
    private final TimeSource time;
    private final Map<String, Session> known = new ConcurrentHashMap<>();
    private final AtomicLong knownBytes = new AtomicLong();
    private final SessionStates states = new SessionStates();
    private final EndedSessions ended = new EndedSessions(MOST_ENDED);

    Sessions(Signer signer, TimeSource time) {
        this.signer = signer;
        this.time = time;
    }

    /**
     * What was agreed on.
     *
     * @param key a short digest of the id
     * @param owner who opened it: nobody else can use it
     * @param until when it ends, in milliseconds since 1970
     */
    record Session(
            String id,
            String key,
            McpVersion version,
            JsonNode capabilities,
            String owner,
            long until) {
        /** About how many bytes it takes. */
        long weight() {
            return 512L + id.length() + ByteBudget.weight(capabilities);
        }
    }

    SessionStates states() {
        return states;
    }

    /** Opens a session and gives its id. */
    String open(McpVersion version, JsonNode capabilities, Caller caller) {
        ObjectNode session = JsonNodeFactory.instance.objectNode();
        session.put("id", UUID.randomUUID().toString());
        session.put("v", version.text());
        session.set("can", bounded(capabilities));
        session.put("of", owner(caller));
        session.put("until", time.millis() + LIFETIME.toMillis());
        return signer.sign(USE, session);
    }

    /** An id travels with every request: a client that declares a lot is known by the names. */
    private static JsonNode bounded(JsonNode capabilities) {
        if (!capabilities.isObject()) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (capabilities.toString().length() <= MOST_CAPABILITIES) {
            return capabilities;
        }
        ObjectNode names = JsonNodeFactory.instance.objectNode();
        for (String name : new String[] {"elicitation", "sampling", "roots"}) {
            if (capabilities.path(name).isObject()) {
                names.putObject(name);
            }
        }
        return names;
    }

    /** The session of an id; null if there is none, or not for this caller. */
    @Nullable Session find(String id, Caller caller) {
        Session session = known.get(id);
        if (session == null) {
            session = read(id);
            if (session == null) {
                return null;
            }
            remember(session);
        }
        boolean isUsable =
                session.until() > time.millis()
                        && session.owner().equals(owner(caller))
                        && !ended.contains(session);
        return isUsable ? session : null;
    }

    /** Reading an id takes time, but it can be read again. */
    private void remember(Session session) {
        long weight = session.weight();
        if (known.size() >= MOST_KNOWN || knownBytes.addAndGet(weight) > MOST_KNOWN_BYTES) {
            known.clear();
            knownBytes.set(weight);
        }
        known.put(session.id(), session);
    }

    /** Ends a session for its client. */
    void end(Session session) {
        ended.add(session);
        states.end(session.id());
    }

    private @Nullable Session read(String id) {
        JsonNode json = signer.read(USE, id);
        if (json == null) {
            return null;
        }
        McpVersion version = McpVersion.of(json.path("v").asString("")).orElse(null);
        return version == null
                ? null
                : new Session(
                        id,
                        digest(id),
                        version,
                        json.path("can"),
                        json.path("of").asString(""),
                        json.path("until").asLong(0));
    }

    private static String owner(Caller caller) {
        return digest(ClientInfo.nameOf(caller)).substring(0, 16);
    }

    private static String digest(String text) {
        return Signer.encode(Signer.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }
}
