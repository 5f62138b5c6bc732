package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/** The result of authenticating a link. */
public sealed interface Admission {

    /**
     * The link may be opened.
     *
     * @param caller whose requests come over it
     * @param trustsIdentities whether the identity in a request is used instead, because the peer
     *     calls for many
     * @param expires when the link is closed, because what admitted it expires; null for never
     */
    record Granted(Caller caller, boolean trustsIdentities, @Nullable Instant expires)
            implements Admission {
        /** For as long as it takes. */
        public Granted(Caller caller, boolean trustsIdentities) {
            this(caller, trustsIdentities, null);
        }
    }

    /**
     * The link may not be opened.
     *
     * @param status of the HTTP response, 401 or 403 as a rule
     * @param reason sent to the client
     * @param challenge for the header {@code WWW-Authenticate}
     */
    record Refused(int status, String reason, @Nullable String challenge) implements Admission {
        public Refused {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException(
                        "status should be from 400 to 599 but is " + status);
            }
        }
    }

    static Admission as(Caller caller) {
        return new Granted(caller, false);
    }

    /** Admits a peer that is trusted to name its callers. */
    static Admission trusting(Caller caller) {
        return new Granted(caller, true);
    }

    /** 401: a token is missing or not valid. */
    static Admission unauthorized(String reason) {
        return new Refused(401, reason, "Bearer");
    }

    /** 403: the token is valid but does not allow this. */
    static Admission forbidden(String reason) {
        return new Refused(403, reason, null);
    }
}
