package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sessions that clients ended, which would otherwise hold until they expire. Of an owner who
 * ended more than are kept, all sessions that expire no later than a forgotten one count as ended.
 * Threads may share it.
 */
final class EndedSessions {
    private final int most;
    private final Mutex lock = new Mutex();
    private final Map<String, Ended> ended = new LinkedHashMap<>();

    /** By owner, the latest expiry of a session that was forgotten here. */
    private final Map<String, Long> forgotten = new LinkedHashMap<>();

    private long forgottenOfAll;
    private volatile boolean used;

    /** What is needed of a session: ids and capabilities of clients are long. */
    private record Ended(String owner, long until) {}

    /**
     * @param most sessions that are kept, and owners
     */
    EndedSessions(int most) {
        this.most = most;
    }

    void add(Sessions.Session session) {
        used = true;
        try (Registration held = lock.hold()) {
            ended.put(session.key(), new Ended(session.owner(), session.until()));
            if (ended.size() > most) {
                Map.Entry<String, Ended> eldest = ended.entrySet().iterator().next();
                forgotten.merge(eldest.getValue().owner, eldest.getValue().until, Math::max);
                ended.remove(eldest.getKey());
            }
            if (forgotten.size() > most) {
                Map.Entry<String, Long> eldest = forgotten.entrySet().iterator().next();
                forgottenOfAll = Math.max(forgottenOfAll, eldest.getValue());
                forgotten.remove(eldest.getKey());
            }
        }
    }

    boolean contains(Sessions.Session session) {
        if (!used) {
            return false;
        }
        try (Registration held = lock.hold()) {
            long until = session.until();
            return ended.containsKey(session.key())
                    || until <= forgotten.getOrDefault(session.owner(), 0L)
                    || until <= forgottenOfAll;
        }
    }
}
