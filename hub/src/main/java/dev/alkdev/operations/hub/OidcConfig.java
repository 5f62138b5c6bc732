package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.jwt.AccountName;
import dev.alkdev.operations.jwt.OidcOptions;
import dev.alkdev.operations.signin.SignInIssuer;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * An OpenID Connect issuer by which people sign in to the console. Immutable; threads may share it.
 */
@Form(
        title = "an object with name, issuer and clientId",
        example =
                "{'name': 'acme', 'issuer': 'https://idp.example', 'clientId': 'hub',"
                        + " 'clientSecret': '${OIDC_SECRET}'}")
public record OidcConfig(
        @Key("What it is called in the address of the sign-in; each name once.")
                @Form(value = Text.NAME, example = "acme")
                String name,
        @Key(value = "What it is called for people.", unless = "the name")
                @Form(pattern = ".", example = "Acme")
                @Nullable String title,
        @Key("The issuer, exactly as its tokens have it in `iss`.")
                @Form(value = Text.WEB_URL, example = "https://idp.example")
                String issuer,
        @Key(
                        "What the hub is called there. Its redirect URI is `/console/api/callback`"
                                + " below `publicUrl`.")
                @Form(title = "a name", pattern = ".", example = "hub")
                String clientId,
        @Key(value = "The secret of the client.", unless = "none: a public client, with PKCE alone")
                @Form(title = "a secret", example = "${OIDC_SECRET}")
                @Nullable Secret clientSecret,
        @Key(value = "Scopes to ask the issuer for.", standard = "['openid', 'profile']")
                @Form(unique = true)
                List<@Form(Text.SCOPE) String> scopes,
        @Key(
                        "The scopes in the hub of those who have a value in a claim of their id"
                                + " token. A claim within another is written with a dot.")
                @Form(
                        title = "an object from claims to values to scopes",
                        example = "{'groups': {'staff': ['pets:read']}}")
                Map<String, Map<String, List<@Form(Text.SCOPE) String>>> grants,
        @Key("The scopes in the hub of everybody who signs in.")
                @Form(example = "['pets:read']", unique = true)
                List<@Form(Text.SCOPE) String> everybody,
        @Key(
                        "Required claims: of each, one of the listed values; without any, everybody"
                                + " whom the issuer signs in is accepted.")
                @Form(
                        title = "an object from claims to values",
                        example = "{'hd': ['acme.example']}")
                Map<String, List<@Form(title = "a text", pattern = ".") String>> allowed,
        @Key(value = "The claim with the id of the caller.", standard = "sub")
                @Form(title = "a claim", pattern = "^\\S+$", example = "email")
                String nameClaim,
        @Key(value = "Put before each of these ids, as in `auth.jwt`.", unless = "nothing")
                @Form(title = "a prefix", pattern = "^\\S*$", example = "'acme:'")
                @Nullable String namePrefix,
        @Key(value = "Algorithms of signatures.", standard = "['RS256', 'ES256']")
                @Form(unique = true, filled = true)
                List<
                                @Form(
                                        title = "an algorithm",
                                        choices = {
                                            "RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
                                            "ES256", "ES384", "ES512"
                                        })
                                String>
                        algorithms,
        @Key(
                        value =
                                "How long a sign-in lasts, at most 12h. The hub does not ask the"
                                        + " issuer again meanwhile.",
                        standard = "8h")
                @Form(above = "0", maximum = "12h")
                Duration session,
        @Key(value = "By how much clocks may differ; at most 10m.", standard = "30s")
                @Form(maximum = "10m")
                Duration clockSkew)
        implements SignInIssuer, Checked {

    public OidcConfig {
        scopes = List.copyOf(scopes);
        grants = Map.copyOf(grants);
        everybody = List.copyOf(everybody);
        allowed = Map.copyOf(allowed);
        algorithms = List.copyOf(algorithms);
    }

    @Override
    public String shownTitle() {
        return title == null ? name : title;
    }

    @Override
    public OidcOptions options() {
        return new OidcOptions(
                issuer,
                clientId,
                clientSecret == null ? null : clientSecret.value(),
                scopes,
                Set.copyOf(algorithms),
                clockSkew);
    }

    @Override
    public boolean allows(JsonNode claims) {
        return allowed.entrySet().stream()
                .allMatch(
                        each -> values(claims, each.getKey()).anyMatch(each.getValue()::contains));
    }

    @Override
    public Optional<Identity> identity(JsonNode claims) {
        JsonNode name = claims.path(nameClaim);
        String id = name.isString() ? name.stringValue() : "";
        if (!AccountName.isUsable(id)) {
            return Optional.empty();
        }
        Set<String> granted = new LinkedHashSet<>(everybody);
        grants.forEach(
                (claim, scopesOf) ->
                        values(claims, claim)
                                .map(value -> scopesOf.getOrDefault(value, List.of()))
                                .forEach(granted::addAll));
        return Optional.of(
                new Identity(Objects.requireNonNullElse(namePrefix, "") + id, granted, Map.of()));
    }

    /** The values of a claim as texts, whether it is one or a list. */
    private static Stream<String> values(JsonNode claims, String claim) {
        JsonNode value = claims.path(claim);
        for (String part : value.isMissingNode() ? claim.split("\\.", -1) : new String[0]) {
            value = (value.isMissingNode() ? claims : value).path(part);
            if (value.isMissingNode()) {
                return Stream.empty();
            }
        }
        return (value.isArray()
                        ? StreamSupport.stream(value.spliterator(), false)
                        : Stream.of(value))
                .filter(JsonNode::isValueNode)
                .map(JsonNode::asString);
    }

    @Override
    public void check(ConfigValue here) {
        if (!scopes.contains("openid")) {
            here.get("scopes").refuse("scopes should contain openid, or there is no id token");
        }
        if (here.get("issuer").isPresent() && !JwtConfig.isTrustworthy(issuer)) {
            here.get("issuer")
                    .refuse(
                            "anybody on the way could sign in as somebody else, since the issuer is"
                                    + " reached without encryption; use https");
        }
    }

    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
