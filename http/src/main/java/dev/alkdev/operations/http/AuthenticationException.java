package dev.alkdev.operations.http;

import dev.alkdev.operations.web.Challenge;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** The credentials of a request are missing or wrong. */
public final class AuthenticationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Challenge challenge;

    /** With the authenticator's own {@linkplain RequestAuthenticator#challenge challenge}. */
    public AuthenticationException(String message) {
        super(message);
        this.challenge = null;
    }

    /**
     * A refusal.
     *
     * @param message sent to the client, so nothing secret
     * @param challenge for the header {@code WWW-Authenticate}
     */
    public AuthenticationException(String message, Challenge challenge) {
        super(message);
        this.challenge = challenge;
    }

    /** For the header {@code WWW-Authenticate}; empty for the authenticator's own. */
    public Optional<Challenge> challenge() {
        return Optional.ofNullable(challenge);
    }
}
