package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.jwt.JwtOptions;
import dev.alkdev.operations.web.LoopbackNames;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** An authorization server whose tokens a hub accepts. Immutable; threads may share it. */
@Form(
        title = "an object with issuer and audience",
        example = "{'issuer': 'https://idp.example', 'audience': 'https://hub.example'}")
public record JwtConfig(
        @Key("The authorization server, exactly as its tokens have it in `iss`.")
                @Form(value = Text.WEB_URL, example = "https://idp.example")
                String issuer,
        @Key(
                        "What a token has in `aud` if it is for this hub: one or several. Needed"
                                + " unless `publicUrl` is given, which is one too, with every URL"
                                + " below it.")
                @Form(
                        title = "an audience or a list of them",
                        example = "['https://hub.example']",
                        unique = true,
                        filled = true,
                        single = true)
                List<
                                @Form(
                                        title = "an audience",
                                        pattern = "^\\S+$",
                                        example = "https://hub.example")
                                String>
                        audience,
        @Key(
                        value = "Where the keys of the issuer are.",
                        unless = "the `jwks_uri` in the issuer's metadata")
                @Form(value = Text.WEB_URL, example = "https://idp.example/jwks")
                @Nullable URI jwksUri,
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
                                "What a token has in its header as `typ`, in any case. Keycloak"
                                        + " and others write `JWT`.",
                        standard = "['at+jwt']")
                @Form(unique = true, filled = true)
                List<@Form(title = "a type", pattern = "^\\S+$", example = "at+jwt") String> types,
        @Key(
                        value =
                                "The claim with the scopes, as text with spaces or as a list; `scp`"
                                        + " of some issuers.",
                        standard = "scope")
                @Form(title = "a claim", pattern = "^\\S+$", example = "scp")
                String scopeClaim,
        @Key(
                        value =
                                "The claim with the id of the caller; `client_id` where a token has"
                                        + " none.",
                        standard = "sub")
                @Form(title = "a claim", pattern = "^\\S+$", example = "client_id")
                String nameClaim,
        @Key(
                        value =
                                "Put before each of these ids. Several issuers need one each, so"
                                        + " that nobody takes the id of another's caller.",
                        unless = "nothing")
                @Form(title = "a prefix", pattern = "^\\S*$", example = "'idp:'")
                @Nullable String namePrefix,
        @Key(
                        value =
                                "The claim with the patterns of a token's tools, as text with"
                                    + " spaces or as a list; patterns as in `tools` of a token. A"
                                    + " token without this claim may use no operation.",
                        unless = "none: tokens are not limited to tools",
                        restricts = true)
                @Form(title = "a claim", pattern = "^\\S+$", example = "tools")
                @Nullable String toolsClaim,
        @Key(value = "By how much clocks may differ; at most 10m.", standard = "30s")
                @Form(maximum = "10m")
                Duration clockSkew)
        implements Checked {

    public JwtConfig {
        audience = List.copyOf(audience);
        algorithms = List.copyOf(algorithms);
        types = List.copyOf(types);
    }

    /**
     * For a verifier.
     *
     * @param publicUrl where the hub is reached
     */
    JwtOptions options(@Nullable URI publicUrl) {
        return new JwtOptions(
                issuer,
                audience,
                publicUrl,
                jwksUri,
                new LinkedHashSet<>(algorithms),
                new LinkedHashSet<>(types),
                scopeClaim,
                nameClaim,
                Objects.requireNonNullElse(namePrefix, ""),
                clockSkew,
                toolsClaim);
    }

    @Override
    public void check(ConfigValue here) {
        if (jwksUri == null && here.get("issuer").isPresent() && !isTrustworthy(issuer)) {
            here.get("issuer")
                    .refuse(
                            "the keys of the issuer would be fetched without encryption, so that"
                                    + " anybody on the way could issue tokens; use https, or give"
                                    + " jwksUri");
        }
    }

    /** Whether its answers are authentic. */
    static boolean isTrustworthy(String issuer) {
        if (issuer.toLowerCase(Locale.ROOT).startsWith("https:")) {
            return true;
        }
        try {
            // A name that is no host name, as one with an underscore, is not this machine either.
            String host = URI.create(issuer).getHost();
            return host != null && LoopbackNames.isName(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
