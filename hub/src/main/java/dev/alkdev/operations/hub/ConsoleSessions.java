package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.jwt.JwtAuthenticator;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Who has signed in to the console of a hub: in memory only, so that a restart signs everybody out.
 * A caller has a few sessions at most, of which the oldest gives way. Threads share it.
 */
final class ConsoleSessions {
    /** How long a session lasts at most, whatever the token says. */
    static final Duration LONGEST = Duration.ofHours(12);

    static final int MOST = 10_000;
    static final int MOST_OF_ONE = 20;
    private static final int SECRET_BYTES = 32;
    private static final TokenBearer EXPIRED =
            new TokenBearer.Stranger("the session has expired", true);

    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<TokenHash, ConsoleSession> sessions = new ConcurrentHashMap<>();
    private final Map<String, Deque<ConsoleSession>> callers = new HashMap<>();
    private final Function<ConsoleSession.Proof, TokenBearer> accepted;
    private final Clock clock;

    /**
     * No sessions yet.
     *
     * @param accepted whom a proof names now
     */
    ConsoleSessions(Function<ConsoleSession.Proof, TokenBearer> accepted, Clock clock) {
        this.accepted = accepted;
        this.clock = clock;
    }

    /**
     * A new session.
     *
     * @param secret what the browser shows from now on; kept nowhere
     */
    record Opened(ConsoleSession session, String secret) {
        @Override
        public String toString() {
            return "Opened[***]";
        }
    }

    /** A session together with who it is of now. */
    record Known(ConsoleSession session, Identity identity) {}

    /** A text that nobody guesses. */
    String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Lets somebody in, under a secret that did not exist before.
     *
     * @param expires when what they have shown expires; null if it does not
     * @throws CallException {@code UNAVAILABLE} if there are too many sessions
     */
    Opened open(String caller, ConsoleSession.Proof proof, @Nullable Instant expires) {
        String secret = secret();
        Instant latest = clock.instant().plus(LONGEST);
        ConsoleSession session =
                new ConsoleSession(
                        new ConsoleSession.Secrets(TokenHash.of(secret), secret()),
                        caller,
                        proof,
                        expires == null || expires.isAfter(latest) ? latest : expires);
        ConsoleSession oldest = null;
        lock.lock();
        try {
            if (sessions.size() >= MOST) {
                endExpired();
            }
            if (sessions.size() >= MOST) {
                throw new CallException(ErrorCode.UNAVAILABLE, "too many sessions are open");
            }
            Deque<ConsoleSession> own = callers.computeIfAbsent(caller, name -> new ArrayDeque<>());
            own.removeIf(ConsoleSession::isEnded);
            if (own.size() >= MOST_OF_ONE) {
                oldest = own.removeFirst();
            }
            own.addLast(session);
            sessions.put(session.key(), session);
        } finally {
            lock.unlock();
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
        ConsoleSession session = sessions.get(TokenHash.of(secret));
        return session == null
                ? null
                : switch (bearer(session)) {
                    case TokenBearer.Known known -> new Known(session, known.identity());
                    case TokenBearer.Undecided undecided ->
                            throw JwtAuthenticator.undecided(undecided.reason());
                    case TokenBearer.Stranger stranger -> {
                        end(session);
                        yield null;
                    }
                };
    }

    private TokenBearer bearer(ConsoleSession session) {
        return clock.instant().isBefore(session.expires())
                ? accepted.apply(session.proof())
                : EXPIRED;
    }

    /** Signs out, and closes what was open. */
    void end(ConsoleSession session) {
        sessions.remove(session.key(), session);
        session.end();
        lock.lock();
        try {
            callers.computeIfPresent(
                    session.caller(),
                    (name, own) -> {
                        own.remove(session);
                        return own.isEmpty() ? null : own;
                    });
        } finally {
            lock.unlock();
        }
    }

    /** Ends those whose proof no longer holds: tokens or issuers have changed. */
    void recheck() {
        List<ConsoleSession> over = sessions.values().stream().filter(this::isRefused).toList();
        over.forEach(this::end);
    }

    private boolean isRefused(ConsoleSession session) {
        return bearer(session) instanceof TokenBearer.Stranger;
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
