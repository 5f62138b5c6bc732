package dev.alkdev.operations.signin;

import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Somebody who has signed in with a browser. Its text form tells no secret. Threads share it. */
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final SecretHash key;
    private final String csrf;
    private final String caller;
    private final Proof proof;
    private final Instant expires;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * What is asked of the browser.
     *
     * @param key the hash of what it shows
     * @param csrf what requests that change something must have in a header
     */
    record Secrets(SecretHash key, String csrf) {
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
    Session(Secrets secrets, String caller, Proof proof, Instant expires) {
        this.key = secrets.key;
        this.csrf = secrets.csrf;
        this.caller = caller;
        this.proof = proof;
        this.expires = expires;
    }

    SecretHash key() {
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
        AtomicBoolean done = new AtomicBoolean();
        Runnable once =
                () -> {
                    if (done.compareAndSet(false, true)) {
                        action.run();
                    }
                };
        listeners.add(once);
        if (ended.get()) {
            // Meanwhile, end() may have seen it, too.
            once.run();
        }
        return () -> listeners.remove(once);
    }

    boolean isEnded() {
        return ended.get();
    }

    void end() {
        if (ended.compareAndSet(false, true)) {
            listeners.forEach(Session::run);
        }
    }

    private static void run(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("Ending what a session has open failed unexpectedly", e);
        }
    }
}
