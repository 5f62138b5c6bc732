package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
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
    private static final int LONGEST_URI = 8_192;

    /** About how many bytes a session, or a resource of it, takes besides its texts. */
    private static final long ENTRY = 512;

    private final ByteBudget memory = ByteBudget.of(Runtime.getRuntime().maxMemory() / 32);

    private final Mutex lock = new Mutex();
    private final Map<String, State> states = new LinkedHashMap<>(16, 0.75f, true);
    private volatile boolean used;

    private final class State {
        private final long weight;
        private @Nullable LogLevel level;
        private final Map<String, Registration> watched = new HashMap<>();

        private State(long weight) {
            this.weight = weight;
        }

        private void close() {
            watched.values().forEach(Registration::close);
            memory.release(weight);
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
        List<State> forgotten;
        try (Registration held = lock.hold()) {
            state(session).level = level;
            forgotten = forgetEldest();
        }
        forgotten.forEach(State::close);
    }

    /**
     * Watches a resource until {@link #unwatch}, or the end of the session.
     *
     * @param watching starts to watch the resource; called without a lock
     */
    void watch(String session, String uri, Supplier<Registration> watching) {
        checkRoom(session, uri);
        Registration started = counted(ENTRY + 2L * uri.length(), watching);
        Registration replaced;
        List<State> forgotten;
        try (Registration held = lock.hold()) {
            State state = state(session);
            boolean hasRoom = hasRoom(state, uri);
            replaced = hasRoom ? state.watched.put(uri, started) : started;
            forgotten = forgetEldest();
        }
        if (replaced != null) {
            replaced.close();
        }
        forgotten.forEach(State::close);
        if (started.equals(replaced)) {
            throw tooMany();
        }
    }

    private Registration counted(long weight, Supplier<Registration> watching) {
        if (!memory.poll(weight)) {
            throw new McpException(
                    McpErrorCode.INTERNAL_ERROR,
                    "the server has no memory left to watch resources");
        }
        Registration started = null;
        try {
            started = watching.get();
        } finally {
            if (started == null) {
                memory.release(weight);
            }
        }
        Registration source = started;
        return () -> {
            source.close();
            memory.release(weight);
        };
    }

    private void checkRoom(String session, String uri) {
        if (uri.length() > LONGEST_URI) {
            throw McpException.invalidParams("the URI of a resource is too long");
        }
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
        State state = states.get(session);
        if (state == null) {
            state = new State(ENTRY + 2L * session.length());
            memory.force(state.weight);
            states.put(session, state);
        }
        return state;
    }

    /** Sessions that did nothing for long give way to others. */
    private List<State> forgetEldest() {
        List<State> forgotten = new ArrayList<>();
        long excess = memory.used() - memory.limit();
        while (states.size() > 1 && (states.size() > MOST || excess > 0)) {
            Iterator<State> all = states.values().iterator();
            State eldest = all.next();
            all.remove();
            forgotten.add(eldest);
            excess -= eldest.weight;
        }
        return forgotten;
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
