package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.Registration;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Somebody who has signed in to the console of a hub with a browser. Its text form tells no secret.
 * Threads share it.
 */
final class ConsoleSession {
    private final TokenHash key;
    private final String csrf;
    private final String caller;
    private final Proof proof;
    private final Instant expires;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Why somebody is let in. */
    sealed interface Proof {
        /** A token, which is asked for anew with each request: it may be revoked. */
        record OfToken(String token) implements Proof {
            @Override
            public String toString() {
                return "***";
            }
        }

        /** The word of an issuer, which holds as long as the config has that issuer. */
        record OfIssuer(OidcConfig issuer, Identity identity) implements Proof {}
    }

    /**
     * What is asked of the browser.
     *
     * @param key the hash of what it shows
     * @param csrf what requests that change something must have in a header
     */
    record Secrets(TokenHash key, String csrf) {
        @Override
        public String toString() {
            return "***";
        }
    }

    /**
     * A session.
     *
     * @param caller the id of who signed in
     */
    ConsoleSession(Secrets secrets, String caller, Proof proof, Instant expires) {
        this.key = secrets.key;
        this.csrf = secrets.csrf;
        this.caller = caller;
        this.proof = proof;
        this.expires = expires;
    }

    TokenHash key() {
        return key;
    }

    String caller() {
        return caller;
    }

    String csrf() {
        return csrf;
    }

    Proof proof() {
        return proof;
    }

    Instant expires() {
        return expires;
    }

    boolean hasCsrf(@Nullable String shown) {
        return shown != null && MessageDigest.isEqual(bytes(shown), bytes(csrf));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Runs an action when the session ends, at once if it has. */
    Registration onEnd(Runnable action) {
        listeners.add(action);
        if (ended.get()) {
            action.run();
        }
        return () -> listeners.remove(action);
    }

    boolean isEnded() {
        return ended.get();
    }

    void end() {
        if (ended.compareAndSet(false, true)) {
            listeners.forEach(each -> Guarded.attempt("Ending what a session has open", each));
        }
    }
}
