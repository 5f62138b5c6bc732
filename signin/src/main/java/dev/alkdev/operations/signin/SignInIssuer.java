package dev.alkdev.operations.signin;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.jwt.OidcOptions;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Optional;

/**
 * An OpenID Connect issuer by which people sign in. Two that are equal are the same issuer.
 * Immutable; threads may share it.
 */
public interface SignInIssuer {
    /** What it is called in the address of the sign-in. */
    String name();

    /** What it is called for people. */
    String shownTitle();

    OidcOptions options();

    /** How long a sign-in lasts. */
    Duration session();

    /** Whether somebody with these claims may sign in. */
    boolean allows(JsonNode claims);

    /** Who has these claims; empty if they name nobody. */
    Optional<Identity> identity(JsonNode claims);
}
