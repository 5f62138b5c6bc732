package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Text;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Authorization servers (JWT, OpenID Connect) that authenticate callers. Immutable; threads may
 * share it.
 */
@Form(title = "an object with jwt or oidc")
public record HubAuthConfig(
        @Key("An OAuth authorization server whose tokens are accepted, or a list of them.")
                @Form(title = "an issuer or a list of issuers", single = true)
                List<JwtConfig> jwt,
        @Key(
                        "An OpenID Connect issuer by which people sign in to the"
                                + " [console](../guide/hub.md#console), or a list of them.")
                @Form(title = "an issuer or a list of issuers", single = true)
                List<OidcConfig> oidc,
        @Key(
                        value =
                                "Scopes that OAuth clients should ask for, published with the"
                                        + " address of the authorization server.",
                        unless = "all that operations of the hub require")
                @Form(example = "['pets:read']", unique = true)
                @Nullable List<@Form(Text.SCOPE) String> scopes) {

    public HubAuthConfig {
        jwt = List.copyOf(jwt);
        oidc = List.copyOf(oidc);
        scopes = scopes == null ? null : List.copyOf(scopes);
    }

    /** Whether nobody does. */
    boolean isNone() {
        return jwt.isEmpty() && oidc.isEmpty();
    }
}
