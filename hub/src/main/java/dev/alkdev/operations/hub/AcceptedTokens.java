package dev.alkdev.operations.hub;

import dev.alkdev.operations.jwt.JwtOptions;
import dev.alkdev.operations.jwt.JwtVerifier;
import dev.alkdev.operations.jwt.ProtectedResource;
import dev.alkdev.operations.jwt.Verdict;
import dev.alkdev.operations.signin.Proof;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tokens that a hub accepts at one time: those of its config, and those of authorization
 * servers. Threads may share it.
 */
final class AcceptedTokens {
    private static final String TAKEN =
            "the subject of the token has the id of a token in the config";

    private final TokenStore store;
    private final Set<String> ownIds;
    private final List<OidcConfig> signIns;
    private final List<JwtOptions> issuers;
    private final @Nullable JwtVerifier verifier;
    private final @Nullable ProtectedResource resource;
    private final boolean any;

    /** Whether callers need no token. */
    final boolean none;

    private AcceptedTokens(
            TokenStore store,
            List<OidcConfig> signIns,
            List<JwtOptions> issuers,
            @Nullable JwtVerifier verifier,
            @Nullable ProtectedResource resource) {
        this.store = store;
        this.ownIds = store.tokens().stream().map(TokenConfig::id).collect(Collectors.toSet());
        this.signIns = signIns;
        this.issuers = issuers;
        this.verifier = verifier;
        this.resource = resource;
        this.any = !store.isEmpty() || verifier != null;
        this.none = !any && signIns.isEmpty();
    }

    /**
     * The tokens of a config.
     *
     * @param before those of the config before, whose verdicts and keys hold if the issuers are the
     *     same; null if there was none
     * @param required the scopes that operations require
     */
    static AcceptedTokens of(
            HubConfig config, @Nullable AcceptedTokens before, OperationScopes required) {
        TokenStore store = TokenStore.of(config.tokens());
        List<JwtOptions> issuers =
                config.auth().jwt().stream().map(jwt -> jwt.options(config.publicUrl())).toList();
        List<OidcConfig> signIns = config.auth().oidc();
        if (issuers.isEmpty()) {
            return new AcceptedTokens(store, signIns, issuers, null, null);
        }
        List<String> scopes = config.auth().scopes();
        ProtectedResource resource =
                ProtectedResource.issuedBy(
                                issuers.stream().map(JwtOptions::issuer).toArray(String[]::new))
                        .publicUrl(config.publicUrl())
                        .name(config.title())
                        .scopes(scopes == null ? required : () -> scopes)
                        .build();
        JwtVerifier verifier =
                before != null && before.issuers.equals(issuers)
                        ? before.verifier
                        : JwtVerifier.of(issuers);
        return new AcceptedTokens(store, signIns, issuers, verifier, resource);
    }

    /** Fetches what will be needed. */
    void prepare() {
        if (verifier != null) {
            verifier.prepare();
        }
    }

    /** Whether there are tokens that are accepted. */
    boolean areAny() {
        return any;
    }

    /** By whom people sign in to the console. */
    List<OidcConfig> signIns() {
        return signIns;
    }

    /** Who is signed in by an issuer, if it still counts. */
    TokenBearer find(Proof.OfIssuer proof) {
        if (!signIns.contains(proof.issuer())) {
            return new TokenBearer.Stranger("the issuer is not accepted any longer", true);
        }
        return ownIds.contains(proof.identity().id())
                ? new TokenBearer.Stranger(TAKEN, true)
                : new TokenBearer.Known(proof.identity(), false, null);
    }

    /** Those of the config. */
    List<TokenConfig> configured() {
        return store.tokens();
    }

    /** What OAuth clients are told; empty without authorization servers. */
    Optional<ProtectedResource> resource() {
        return Optional.ofNullable(resource);
    }

    /** Who comes with a token. */
    TokenBearer find(String token) {
        Optional<TokenStore.Holder> own = store.find(token);
        if (own.isPresent()) {
            TokenStore.Holder holder = own.get();
            return new TokenBearer.Known(holder.identity(), holder.token().trustIdentities(), null);
        }
        return verifier == null || !looksSigned(token)
                ? new TokenBearer.Stranger("the token is not known here", false)
                : judged(verifier.verify(token));
    }

    private static boolean looksSigned(String token) {
        int first = token.indexOf('.');
        return first > 0 && token.indexOf('.', first + 1) > 0;
    }

    private TokenBearer judged(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Accepted accepted when ownIds.contains(accepted.identity().id()) ->
                    new TokenBearer.Stranger(TAKEN, true);
            case Verdict.Accepted accepted ->
                    new TokenBearer.Known(accepted.identity(), false, accepted.expires());
            case Verdict.Refused refused -> new TokenBearer.Stranger(refused.reason(), true);
            case Verdict.Undecided undecided -> new TokenBearer.Undecided(undecided.reason());
        };
    }
}
