package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What clients set in their sessions: the level of messages and watched resources. The longest
 * unused is forgotten when there is too much. Registrations are user code and may block, so none is
 * made or closed with the lock held. Threads may share it.
 */
final class SessionStates implements AutoCloseable {
    private static final int MOST = 10_000;
    private static final int MOST_WATCHED = 1_000;

    private final Mutex lock = new Mutex();
    private final Map<String, State> states = new LinkedHashMap<>(16, 0.75f, true);
    private volatile boolean used;

    private static final class State {
        private @Nullable LogLevel level;
        private final Map<String, Registration> watched = new HashMap<>();

        private void close() {
            watched.values().forEach(Registration::close);
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
        State forgotten;
        try (Registration held = lock.hold()) {
            state(session).level = level;
            forgotten = forgetEldest(states);
        }
        close(forgotten);
    }

    /**
     * Watches a resource until {@link #unwatch}, or the end of the session.
     *
     * @param watching starts to watch the resource; called without a lock
     */
    void watch(String session, String uri, Supplier<Registration> watching) {
        checkRoom(session, uri);
        Registration started = watching.get();
        Registration replaced;
        State forgotten;
        try (Registration held = lock.hold()) {
            State state = state(session);
            boolean hasRoom = hasRoom(state, uri);
            replaced = hasRoom ? state.watched.put(uri, started) : started;
            forgotten = forgetEldest(states);
        }
        if (replaced != null) {
            replaced.close();
        }
        close(forgotten);
        if (started.equals(replaced)) {
            throw tooMany();
        }
    }

    private void checkRoom(String session, String uri) {
        try (Registration held = lock.hold()) {
            State state = states.get(session);
            if (state == null || hasRoom(state, uri)) {
                return;
            }
        }
        throw tooMany();
    }

    private static boolean hasRoom(State state, String uri) {
        return state.watched.size() < MOST_WATCHED || state.watched.containsKey(uri);
    }

    private static McpException tooMany() {
        return McpException.invalidParams("a session may watch " + MOST_WATCHED + " resources");
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
            state = states.remove(session);
        }
        close(state);
    }

    private static void close(@Nullable State state) {
        if (state != null) {
            state.close();
        }
    }

    private State state(String session) {
        used = true;
        return states.computeIfAbsent(session, id -> new State());
    }

    private static <T> @Nullable T forgetEldest(Map<String, T> all) {
        return all.size() <= MOST ? null : all.remove(all.keySet().iterator().next());
    }

    @Override
    public void close() {
        List<State> all;
        try (Registration held = lock.hold()) {
            all = List.copyOf(states.values());
            states.clear();
        }
        all.forEach(State::close);
    }
}
