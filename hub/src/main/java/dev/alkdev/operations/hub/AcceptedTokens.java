package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.ProtectedResource;
import dev.alkdev.operations.jwt.JwtOptions;
import dev.alkdev.operations.jwt.JwtVerifier;
import dev.alkdev.operations.jwt.Verdict;

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
    private final TokenStore store;
    private final Set<String> ownIds;
    private final List<JwtOptions> issuers;
    private final @Nullable JwtVerifier verifier;
    private final @Nullable ProtectedResource resource;

    private AcceptedTokens(
            TokenStore store,
            List<JwtOptions> issuers,
            @Nullable JwtVerifier verifier,
            @Nullable ProtectedResource resource) {
        this.store = store;
        this.ownIds = store.tokens().stream().map(TokenConfig::id).collect(Collectors.toSet());
        this.issuers = issuers;
        this.verifier = verifier;
        this.resource = resource;
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
        if (issuers.isEmpty()) {
            return new AcceptedTokens(store, issuers, null, null);
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
        return new AcceptedTokens(store, issuers, verifier, resource);
    }

    /** Fetches what will be needed. */
    void prepare() {
        if (verifier != null) {
            verifier.prepare();
        }
    }

    /** Whether callers need no token. */
    boolean isNone() {
        return store.isEmpty() && verifier == null;
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
                    new TokenBearer.Stranger(
                            "the subject of the token has the id of a token in the config", true);
            case Verdict.Accepted accepted ->
                    new TokenBearer.Known(accepted.identity(), false, accepted.expires());
            case Verdict.Refused refused -> new TokenBearer.Stranger(refused.reason(), true);
            case Verdict.Undecided undecided -> new TokenBearer.Undecided(undecided.reason());
        };
    }
}
