package dev.alkdev.operations.jwt;

import dev.alkdev.operations.Identity;

import java.time.Instant;

/** The result of verifying a token. Its text form does not have the token. */
public sealed interface Verdict {

    /**
     * The token is valid.
     *
     * @param expires when it is no longer, clock skew included
     */
    record Accepted(Identity identity, Instant expires) implements Verdict {}

    /**
     * The token is not valid here.
     *
     * @param reason for its holder; one of a few texts, which quote nothing of the token
     */
    record Refused(String reason) implements Verdict {}

    /**
     * Not decided: the keys of the issuer could not be fetched yet.
     *
     * @param reason for its holder
     */
    record Undecided(String reason) implements Verdict {}
}
