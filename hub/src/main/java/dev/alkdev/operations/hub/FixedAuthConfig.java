package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.web.ClientCredentials;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.Credential.KeyPlace;
import dev.alkdev.operations.web.CredentialSupplier;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A token, a password or keys that stay the same, or tokens of an authorization server; a key may
 * be combined with any of them. Immutable; threads may share it.
 */
@Kind(value = "fixed", text = "a token, a password, keys, or a client of an authorization server")
@Form(
        title = "an object with bearer, basic, oauth or apiKey",
        example = "{'bearer': '${PETSTORE_TOKEN}'}",
        keys = 1)
public record FixedAuthConfig(
        @Key("`Authorization: Bearer` with this token.") @Form(Text.TOKEN) @Nullable Secret bearer,
        @Key("`Authorization: Basic` with user and password.") @Nullable Basic basic,
        @Key(
                        "`Authorization: Bearer` with tokens that an authorization server issues to"
                                + " the hub (OAuth client credentials). Fetched when first needed,"
                                + " renewed before they expire and when the API refuses one.")
                @Nullable OAuth oauth,
        @Key("A key under a name of the API's choice, or a list of them.")
                @Form(title = "an object with in, name and value, or a list of them", single = true)
                List<ApiKey> apiKey)
        implements AuthConfig, Checked {

    public FixedAuthConfig {
        apiKey = List.copyOf(apiKey);
    }

    /** A user with a password. */
    @Form(title = "an object with user and password")
    public record Basic(
            @Key("The user, without a colon.")
                    @Form(title = "a user name", pattern = "^[^:]*$", example = "hub")
                    String user,
            @Key("The password.") @Form(title = "a password", example = "${PETSTORE_PASSWORD}")
                    Secret password) {}

    /** A key in a header, in the query or in a cookie. */
    @Form(title = "an object with in, name and value")
    public record ApiKey(
            @Key(value = "Location of the key in a request.", standard = "header") KeyPlace in,
            @Key("What the key is called there.")
                    @Form(
                            value = Text.HEADER,
                            title = "the name of a header, parameter or cookie",
                            example = "X-Api-Key")
                    String name,
            @Key("The key.")
                    @Form(
                            title = "a key",
                            pattern = "^[\\x20-\\x7e]+$",
                            example = "${PETSTORE_KEY}")
                    Secret value) {}

    /**
     * A client of an authorization server, whose tokens a hub shows to an API. Immutable; threads
     * may share it.
     */
    @Form(title = "an object with tokenUrl, clientId and clientSecret")
    public record OAuth(
            @Key("Where the authorization server issues tokens.")
                    @Form(value = Text.WEB_URL, example = "https://idp.example/token")
                    URI tokenUrl,
            @Key("What the hub is called there.")
                    @Form(title = "a name", pattern = ".", example = "hub")
                    String clientId,
            @Key("The secret of the client.")
                    @Form(title = "a secret", example = "${PETSTORE_SECRET}")
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

        public OAuth {
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

    @Override
    public CredentialSupplier open() {
        Credential fixed = credential();
        return oauth == null ? operation -> fixed : new Renewed(oauth.open(), fixed);
    }

    /** Tokens of an authorization server, with keys beside them. */
    private record Renewed(ClientCredentials tokens, Credential keys)
            implements CredentialSupplier {
        @Override
        public Credential credential(String operation) throws InterruptedException {
            return Credential.all(tokens.credential(operation), keys);
        }

        @Override
        public boolean renew(Credential refused) {
            return tokens.renew(refused);
        }
    }

    @Override
    public void applyTo(HttpServiceOptions.Builder service) {
        if (oauth == null) {
            service.credential(credential());
        } else {
            service.credentials(open());
        }
    }

    Credential credential() {
        List<Credential> all = new ArrayList<>();
        if (bearer != null) {
            all.add(Credential.bearer(bearer.value()));
        }
        if (basic != null) {
            all.add(Credential.basic(basic.user, basic.password.value()));
        }
        apiKey.forEach(key -> all.add(Credential.apiKey(key.in, key.name, key.value.value())));
        return all.size() == 1 ? all.getFirst() : Credential.all(all.toArray(Credential[]::new));
    }

    @Override
    public void check(ConfigValue here) {
        List<String> given =
                Stream.of("bearer", "basic", "oauth")
                        .filter(key -> here.get(key).isPresent())
                        .toList();
        if (given.size() > 1) {
            here.get(given.get(1))
                    .refuseKey(
                            "'%s' and '%s' are both sent as Authorization; give one"
                                    .formatted(given.get(1), given.get(0)));
        }
    }
}
