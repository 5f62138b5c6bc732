package dev.alkdev.operations.signin;

import dev.alkdev.operations.Identity;

/** The credential of a session. Its text form tells no secret. Immutable; threads may share it. */
public sealed interface Proof {

    /** A token, which is asked for anew with each request: it may be revoked. */
    record OfToken(String token) implements Proof {
        @Override
        public String toString() {
            return "***";
        }
    }

    /** The word of an issuer, which holds as long as that issuer is accepted. */
    record OfIssuer(SignInIssuer issuer, Identity identity) implements Proof {}
}
