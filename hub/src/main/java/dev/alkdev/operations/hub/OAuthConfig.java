package dev.alkdev.operations.hub;

import dev.alkdev.operations.web.ClientCredentials;
import dev.alkdev.operations.web.CredentialSupplier;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;

/** Access tokens by the client credentials grant of OAuth. Immutable; threads may share it. */
@Kind(value = "oauth", text = "OAuth access tokens by client credentials")
@Form(title = "an object with tokenUrl, clientId and clientSecret")
public record OAuthConfig(
        @Key("The token endpoint of the authorization server.")
                @Form(value = Text.WEB_URL, example = "https://login.example/oauth/token")
                URI tokenUrl,
        @Key("What the authorization server calls this hub.")
                @Form(title = "a client id", pattern = ".", example = "hub")
                String clientId,
        @Key("The secret of the client.") @Form(value = Text.TOKEN, example = "${CLIENT_SECRET}")
                Secret clientSecret,
        @Key("What the tokens are asked for.") @Form(example = "['tools:read']", unique = true)
                List<@Form(Text.SCOPE) String> scopes,
        @Key(value = "The API that the tokens are for (RFC 8707).", unless = "left out")
                @Form(value = Text.WEB_URL, example = "https://tools.example/mcp")
                @Nullable URI resource)
        implements AuthConfig {

    public OAuthConfig {
        scopes = List.copyOf(scopes);
    }

    @Override
    public CredentialSupplier open() {
        return ClientCredentials.of(
                new ClientCredentials.Client(
                        tokenUrl, clientId, clientSecret.value(), scopes, resource));
    }
}
