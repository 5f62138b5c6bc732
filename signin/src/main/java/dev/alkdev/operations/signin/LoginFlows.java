package dev.alkdev.operations.signin;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.jwt.OidcRequest;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sign-ins between the visit of the login page and the response of the issuer. Each is kept in a
 * cookie of its browser, encrypted and authenticated, so that abandoned sign-ins take no memory and
 * no person displaces another. Only finished sign-ins are remembered here, so that none finishes
 * twice. Threads may share it.
 */
final class LoginFlows {
    static final Duration PATIENCE = Duration.ofMinutes(10);
    static final int MOST_FINISHED = 100_000;

    private final Mutex lock = new Mutex();
    private final SealedText sealed = new SealedText();
    private final Clock clock;

    /** The states of finished sign-ins by the time when their cookies expire, oldest first. */
    private final Map<String, Instant> finished = new LinkedHashMap<>();

    LoginFlows(Clock clock) {
        this.clock = clock;
    }

    /**
     * A sign-in on its way.
     *
     * @param issuer identifies the issuer
     */
    record Flow(String issuer, OidcRequest request, Instant started) {}

    /**
     * The cookie for a sign-in that begins now.
     *
     * @param name the name of the cookie, without which its text cannot be opened
     */
    String seal(String name, String issuer, OidcRequest request) {
        return sealed.seal(
                name,
                String.valueOf(clock.millis()),
                issuer,
                request.redirectUri().toString(),
                request.state(),
                request.nonce(),
                request.verifier());
    }

    /** The sign-in of a cookie; null if it is not one of ours or took too long. */
    @Nullable Flow open(String name, String cookie) {
        String[] parts = sealed.open(name, cookie);
        if (parts == null) {
            return null;
        }
        Instant started = Instant.ofEpochMilli(Long.parseLong(parts[0]));
        OidcRequest request = new OidcRequest(URI.create(parts[2]), parts[3], parts[4], parts[5]);
        return clock.instant().isBefore(started.plus(PATIENCE))
                ? new Flow(parts[1], request, started)
                : null;
    }

    /** Finishes a sign-in; false if it is finished already. */
    boolean finish(Flow flow) {
        Instant now = clock.instant();
        try (Registration held = lock.hold()) {
            var oldest = finished.values().iterator();
            while (oldest.hasNext()) {
                boolean over = oldest.next().isBefore(now);
                if (!over && finished.size() < MOST_FINISHED) {
                    break;
                }
                oldest.remove();
            }
            return finished.putIfAbsent(flow.request().state(), now.plus(PATIENCE)) == null;
        }
    }

    int finishedCount() {
        try (Registration held = lock.hold()) {
            return finished.size();
        }
    }
}
