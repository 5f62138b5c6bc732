package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/** Who shows a token. */
sealed interface TokenBearer {
    /**
     * Somebody known.
     *
     * @param expires when the token does; null if never
     */
    record Known(Identity identity, boolean trustIdentities, @Nullable Instant expires)
            implements TokenBearer {}

    /**
     * Somebody whose token is not accepted.
     *
     * @param reason quotes nothing of it
     * @param signed whether it claims to be of an authorization server
     */
    record Stranger(String reason, boolean signed) implements TokenBearer {}

    /** Somebody of whom nothing can be said yet. */
    record Undecided(String reason) implements TokenBearer {}
}
