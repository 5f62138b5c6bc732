package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What clients set in their sessions: the level of messages, watched resources, that they are over.
 * The longest unused is forgotten when there is too much. Threads may share it.
 */
final class SessionStates implements AutoCloseable {
    private static final int MOST = 10_000;
    private static final int MOST_WATCHED = 1_000;

    private final Mutex lock = new Mutex();
    private final Map<String, State> states = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Boolean> ended = new LinkedHashMap<>();
    private volatile boolean used;

    private static final class State {
        private @Nullable LogLevel level;
        private final Map<String, Registration> watched = new HashMap<>();

        private void close() {
            List.copyOf(watched.values()).forEach(Registration::close);
        }
    }

    /** The least level of messages that the client wants; all but debugging unless set. */
    LogLevel level(String session) {
        if (!used) {
            return LogLevel.INFO;
        }
        try (Registration held = lock.hold()) {
            State state = states.get(session);
            return state == null || state.level == null ? LogLevel.INFO : state.level;
        }
    }

    void level(String session, LogLevel level) {
        try (Registration held = lock.hold()) {
            state(session).level = level;
        }
    }

    /** A resource is watched until it is not any more, or the session is over. */
    void watch(String session, String uri, Registration watching) {
        Registration before;
        try (Registration held = lock.hold()) {
            State state = state(session);
            if (state.watched.size() >= MOST_WATCHED && !state.watched.containsKey(uri)) {
                watching.close();
                throw McpException.invalidParams(
                        "a session may watch " + MOST_WATCHED + " resources");
            }
            before = state.watched.put(uri, watching);
        }
        if (before != null) {
            before.close();
        }
    }

    void unwatch(String session, String uri) {
        Registration before = null;
        try (Registration held = lock.hold()) {
            State state = states.get(session);
            before = state == null ? null : state.watched.remove(uri);
        }
        if (before != null) {
            before.close();
        }
    }

    /** The client ended its session. */
    void end(String session) {
        State state;
        try (Registration held = lock.hold()) {
            used = true;
            state = states.remove(session);
            ended.put(session, true);
            forgetEldest(ended);
        }
        if (state != null) {
            state.close();
        }
    }

    boolean isEnded(String session) {
        if (!used) {
            return false;
        }
        try (Registration held = lock.hold()) {
            return ended.containsKey(session);
        }
    }

    private State state(String session) {
        used = true;
        State state = states.computeIfAbsent(session, id -> new State());
        State eldest = forgetEldest(states);
        if (eldest != null) {
            eldest.close();
        }
        return state;
    }

    private static <T> @Nullable T forgetEldest(Map<String, T> all) {
        return all.size() <= MOST ? null : all.remove(all.keySet().iterator().next());
    }

    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            states.values().forEach(State::close);
            states.clear();
        }
    }
}
