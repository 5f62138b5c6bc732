package dev.alkdev.operations.signin;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The authentication policy of a program: authenticates requests without a session, and knows whose
 * proof is accepted. Threads share it.
 */
public interface SignInPolicy extends RequestAuthenticator {
    /**
     * Who shows a token.
     *
     * @param expires when the token does; null if never
     */
    record Bearer(Identity identity, @Nullable Instant expires) {}

    /** By whom people may sign in. */
    List<? extends SignInIssuer> issuers();

    /** Whether there are tokens to sign in with. */
    boolean acceptsTokens();

    /**
     * Who signs in with a token.
     *
     * @throws AuthenticationException if it is not accepted, which is counted
     */
    Bearer bearer(String token, HttpServletRequest request) throws AuthenticationException;

    /**
     * Who has a proof; empty if it is not accepted any longer.
     *
     * @throws CallException {@code UNAVAILABLE} if nobody can tell for now
     */
    Optional<Identity> identity(Proof proof);

    /** Counts a sign-in that failed, and holds up whoever tries often. */
    void refused(HttpServletRequest request, String reason);
}
