package dev.alkdev.operations.jwt;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.web.BearerScheme;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletRequest;

import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Authenticates requests by access tokens of an authorization server, for {@code RestGateway} and
 * {@code McpGateway}. Threads may share it.
 *
 * <pre>{@code
 * JwtAuthenticator tokens = JwtAuthenticator.of(
 *         JwtOptions.issuer("https://idp.example").audience("https://api.example").build());
 * RestGateway gateway = RestGateway.over(registry).authenticator(tokens).build();
 * context.addServlet(
 *         new ServletHolder(tokens.resource().servlet()), ProtectedResource.PATH + "/*");
 * }</pre>
 */
public final class JwtAuthenticator implements RequestAuthenticator {
    private static final String MISSING = "a token is needed: Authorization: Bearer …";

    private final JwtVerifier verifier;
    private final ProtectedResource resource;

    /**
     * An authenticator.
     *
     * @param resource what callers without a token are told
     */
    public JwtAuthenticator(JwtVerifier verifier, ProtectedResource resource) {
        this.verifier = verifier;
        this.resource = resource;
    }

    /** For the tokens of one issuer. */
    public static JwtAuthenticator of(JwtOptions options) {
        return new JwtAuthenticator(
                JwtVerifier.of(List.of(options)),
                ProtectedResource.issuedBy(options.issuer())
                        .publicUrl(options.publicUrl())
                        .build());
    }

    /** The metadata for callers without a token, and the servlet that serves it. */
    public ProtectedResource resource() {
        return resource;
    }

    @Override
    public Caller authenticate(HttpServletRequest request) throws AuthenticationException {
        String token = token(request).orElseThrow(() -> new AuthenticationException(MISSING));
        return switch (verifier.verify(token)) {
            case Verdict.Accepted accepted -> Caller.of(accepted.identity());
            case Verdict.Refused refused ->
                    throw new AuthenticationException(
                            refused.reason(), refused(challenge(request), refused.reason()));
            case Verdict.Undecided undecided -> throw undecided(undecided.reason());
        };
    }

    /** The challenge for a token that is not accepted. */
    public static Challenge refused(Challenge usual, String reason) {
        return usual.invalidToken().with("error_description", reason);
    }

    /** The failure of a request whose token nobody can judge for now. */
    public static CallException undecided(String reason) {
        return new CallException(ErrorCode.UNAVAILABLE, reason)
                .withDetails(JsonNodeFactory.instance.objectNode().put("retryAfter", 1));
    }

    private static Optional<String> token(HttpServletRequest request) {
        return BearerScheme.token(request.getHeader("Authorization"));
    }

    @Override
    public Challenge challenge(HttpServletRequest request) {
        return resource.challenge(request);
    }

    @Override
    public Optional<Instant> expiry(HttpServletRequest request) {
        return token(request)
                .map(verifier::verify)
                .map(
                        verdict ->
                                verdict instanceof Verdict.Accepted accepted
                                        ? accepted.expires()
                                        : Instant.EPOCH);
    }
}
