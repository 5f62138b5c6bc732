package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The streams of sessions whose events are kept for clients that lose their connection: until a
 * minute after their end. The events of a session, and of all sessions, are bounded in bytes, and
 * count in the budget of the registry; the oldest are dropped first. Threads may share it.
 */
final class KeptStreams implements AutoCloseable {
    /** How long a client has to come back. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final long MOST_OF_SESSION = 4 * 1024 * 1024;

    /** About how many bytes a stream takes without its events. */
    private static final long STREAM = 1_024;

    private final ByteBudget budget;
    private final ByteBudget kept;
    private final TimeSource time;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    /** Ids of an earlier run of this server are not mistaken for ours. */
    private final String run = Long.toHexString(new SecureRandom().nextLong());

    private final AtomicLong count = new AtomicLong();

    KeptStreams(OperationRegistry registry) {
        this.budget = registry.byteBudget().bulk();
        this.kept =
                ByteBudget.of(
                        Math.min(
                                registry.byteBudget().limit() / 8,
                                Runtime.getRuntime().maxMemory() / 16));
        this.time = registry.time();
    }

    /** Opens a stream of a session that no request opened. */
    KeptStream listening(String session) {
        return open(session, EventId.listening(unique()));
    }

    /** Opens the stream of the response to a request. */
    KeptStream responding(String session, JsonNode request) {
        return open(session, EventId.responding(unique(), request));
    }

    private String unique() {
        return run + "-" + count.incrementAndGet();
    }

    private KeptStream open(String name, String id) {
        KeptStream[] opened = new KeptStream[1];
        sessions.compute(
                name,
                (key, known) -> {
                    Session session = known == null ? new Session(key) : known;
                    opened[0] = session.open(id);
                    return session;
                });
        return opened[0];
    }

    /** A stream of a session whose events are kept; null if there is none. */
    @Nullable KeptStream find(String session, String id) {
        Session known = sessions.get(session);
        return known == null ? null : known.find(id);
    }

    /** A session is over: its events are kept no longer. */
    void end(String session) {
        Session known = sessions.get(session);
        if (known != null) {
            known.all().forEach(stream -> forget(session, stream.id()));
        }
    }

    private void forget(String name, String id) {
        sessions.computeIfPresent(name, (key, session) -> session.forget(id) ? session : null);
    }

    /** Drops everything. */
    @Override
    public void close() {
        sessions.keySet().forEach(this::end);
    }

    /** How many streams are kept. */
    int size() {
        return sessions.values().stream().mapToInt(session -> session.all().size()).sum();
    }

    /** The kept bytes. */
    long bytes() {
        return kept.used();
    }

    /** The streams of one session. Threads may share it. */
    final class Session {
        private final String name;
        private final Mutex lock = new Mutex();
        private final Map<String, KeptStream> streams = new LinkedHashMap<>();
        private long bytes;

        private Session(String name) {
            this.name = name;
        }

        private long weight() {
            return STREAM + 2L * name.length();
        }

        /** Guards the streams. Nothing waits while it is held. */
        Mutex lock() {
            return lock;
        }

        private KeptStream open(String id) {
            KeptStream stream = new KeptStream(this, id);
            try (Registration held = lock.hold()) {
                streams.put(id, stream);
                if (!makeRoom(weight(), stream)) {
                    force(weight());
                }
            }
            return stream;
        }

        private @Nullable KeptStream find(String id) {
            try (Registration held = lock.hold()) {
                return streams.get(id);
            }
        }

        private List<KeptStream> all() {
            try (Registration held = lock.hold()) {
                return new ArrayList<>(streams.values());
            }
        }

        /** Whether others are left. */
        private boolean forget(String id) {
            try (Registration held = lock.hold()) {
                remove(id);
                return !streams.isEmpty();
            }
        }

        private void remove(String id) {
            KeptStream stream = streams.remove(id);
            if (stream != null) {
                stream.close();
                release(weight());
            }
        }

        /** Takes memory, for which older events are dropped; false if there is too little. */
        boolean makeRoom(long weight, KeptStream own) {
            while (bytes + weight > MOST_OF_SESSION || !take(weight)) {
                KeptStream ended = ended(own);
                if (ended != null) {
                    remove(ended.id());
                } else if (!own.dropOldest()) {
                    return false;
                }
            }
            bytes += weight;
            return true;
        }

        private @Nullable KeptStream ended(KeptStream own) {
            for (KeptStream each : streams.values()) {
                if (!each.equals(own) && each.isEnded()) {
                    return each;
                }
            }
            return null;
        }

        private boolean take(long weight) {
            if (!kept.poll(weight)) {
                return false;
            }
            if (budget.poll(weight)) {
                return true;
            }
            kept.release(weight);
            return false;
        }

        void force(long weight) {
            kept.force(weight);
            budget.force(weight);
            bytes += weight;
        }

        void release(long weight) {
            kept.release(weight);
            budget.release(weight);
            bytes -= weight;
        }

        /** A stream has ended; a client that lost its connection may still come for the rest. */
        void ended(String id) {
            time.schedule(PATIENCE, () -> KeptStreams.this.forget(name, id));
        }
    }
}
