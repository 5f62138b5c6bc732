package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.web.ClientCredentials;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;

/**
 * A client of an authorization server, whose tokens a hub shows to an API. Immutable; threads may
 * share it.
 */
@Form(title = "an object with tokenUrl, clientId and clientSecret")
public record OAuthConfig(
        @Key("Where the authorization server issues tokens.")
                @Form(value = Text.WEB_URL, example = "https://idp.example/token")
                URI tokenUrl,
        @Key("What the hub is called there.")
                @Form(title = "a name", pattern = ".", example = "hub")
                String clientId,
        @Key("The secret of the client.") @Form(title = "a secret", example = "${PETSTORE_SECRET}")
                Secret clientSecret,
        @Key("Scopes to ask for.") @Form(example = "['pets:read']", unique = true)
                List<@Form(Text.SCOPE) String> scopes,
        @Key(value = "The API that the tokens are for (RFC 8707).", unless = "none")
                @Form(title = "a URI", pattern = "^\\S+$", example = "https://petstore.example")
                @Nullable String resource,
        @Key(
                        value =
                                "How the hub shows its id and secret: `basic` in the header"
                                        + " `Authorization`, `post` in the body.",
                        standard = "basic")
                ClientCredentials.Authentication authentication) {

    public OAuthConfig {
        scopes = List.copyOf(scopes);
    }

    ClientCredentials open() {
        return ClientCredentials.at(tokenUrl, clientId, clientSecret.value())
                .scopes(scopes.toArray(String[]::new))
                .resource(resource)
                .authentication(authentication)
                .build();
    }

    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
