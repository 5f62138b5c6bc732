package dev.alkdev.operations.signin;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Who has signed in: in memory only, so that a restart signs everybody out. A caller has a few
 * sessions at most, of which the oldest gives way. Threads share it.
 */
final class Sessions {
    /** How long a session lasts at most, whatever the lifetime of the token. */
    static final Duration LONGEST = Duration.ofHours(12);

    static final int MOST = 10_000;
    static final int MOST_OF_ONE = 20;
    private static final int SECRET_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final Mutex lock = new Mutex();
    private final Map<SecretHash, Session> sessions = new ConcurrentHashMap<>();
    private final Map<String, Deque<Session>> callers = new HashMap<>();
    private final Function<Proof, Optional<Identity>> accepted;
    private final Clock clock;

    /**
     * No sessions yet.
     *
     * @param accepted whom a proof names now
     */
    Sessions(Function<Proof, Optional<Identity>> accepted, Clock clock) {
        this.accepted = accepted;
        this.clock = clock;
    }

    /**
     * A new session.
     *
     * @param secret what the browser shows from now on; kept nowhere
     */
    record Opened(Session session, String secret) {
        @Override
        public String toString() {
            return "Opened[***]";
        }
    }

    /** A session together with who it is of now. */
    record Known(Session session, Identity identity) {}

    /** A text that nobody guesses. */
    String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Opens a session, under a new secret.
     *
     * @param expires when what they have shown expires; null if it does not
     * @throws CallException {@code UNAVAILABLE} if there are too many sessions
     */
    Opened open(String caller, Proof proof, @Nullable Instant expires) {
        String secret = secret();
        Instant latest = clock.instant().plus(LONGEST);
        Session session =
                new Session(
                        new Session.Secrets(SecretHash.of(secret), secret()),
                        caller,
                        proof,
                        expires == null || expires.isAfter(latest) ? latest : expires);
        Session oldest = null;
        try (Registration held = lock.hold()) {
            if (sessions.size() >= MOST) {
                endExpired();
            }
            if (sessions.size() >= MOST) {
                throw new CallException(ErrorCode.UNAVAILABLE, "too many sessions are open");
            }
            Deque<Session> own = callers.computeIfAbsent(caller, name -> new ArrayDeque<>());
            own.removeIf(Session::isEnded);
            if (own.size() >= MOST_OF_ONE) {
                oldest = own.removeFirst();
            }
            own.addLast(session);
            sessions.put(session.key(), session);
        }
        if (oldest != null) {
            end(oldest);
        }
        return new Opened(session, secret);
    }

    /**
     * The session of what a browser shows; null if there is none, or it has ended.
     *
     * @throws CallException {@code UNAVAILABLE} if nobody can tell for now
     */
    @Nullable Known find(String secret) {
        Session session = sessions.get(SecretHash.of(secret));
        Optional<Identity> identity = session == null ? Optional.empty() : identity(session);
        if (session != null && identity.isEmpty()) {
            end(session);
        }
        return session == null || identity.isEmpty() ? null : new Known(session, identity.get());
    }

    private Optional<Identity> identity(Session session) {
        return clock.instant().isBefore(session.expires())
                ? accepted.apply(session.proof())
                : Optional.empty();
    }

    /** Signs out, and closes what was open. */
    void end(Session session) {
        sessions.remove(session.key(), session);
        session.end();
        try (Registration held = lock.hold()) {
            callers.computeIfPresent(
                    session.caller(),
                    (name, own) -> {
                        own.remove(session);
                        return own.isEmpty() ? null : own;
                    });
        }
    }

    /** Ends those whose proof no longer holds: tokens or issuers have changed. */
    void recheck() {
        List<Session> over = sessions.values().stream().filter(this::isRefused).toList();
        over.forEach(this::end);
    }

    private boolean isRefused(Session session) {
        try {
            return identity(session).isEmpty();
        } catch (CallException e) {
            // Nobody can tell for now.
            return false;
        }
    }

    private void endExpired() {
        Instant now = clock.instant();
        sessions.values().stream()
                .filter(each -> !now.isBefore(each.expires()))
                .toList()
                .forEach(this::end);
    }

    int size() {
        return sessions.size();
    }
}
