package dev.alkdev.operations.jwt;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A client of an OpenID Connect issuer. Its text form tells no secret. Immutable; threads may share
 * it.
 *
 * @param issuer exactly as the claim {@code iss} has it
 * @param clientId what this side is called there
 * @param clientSecret null for a public client
 * @param scopes to ask for, {@code openid} among them
 * @param algorithms of signatures
 * @param clockSkew by how much clocks may differ
 */
public record OidcOptions(
        String issuer,
        String clientId,
        @Nullable String clientSecret,
        List<String> scopes,
        Set<String> algorithms,
        Duration clockSkew) {

    public OidcOptions {
        scopes = List.copyOf(scopes);
        algorithms = Set.copyOf(algorithms);
    }

    /** Which id tokens are accepted: those for this client; many issuers give them no type. */
    JwtOptions tokens() {
        return JwtOptions.issuer(issuer)
                .audience(clientId)
                .algorithms(algorithms.toArray(String[]::new))
                .types("jwt", IssuerRules.NO_TYPE)
                .clockSkew(clockSkew)
                .build();
    }

    @Override
    public String toString() {
        return "OidcOptions[" + clientId + " at " + issuer + "]";
    }
}
