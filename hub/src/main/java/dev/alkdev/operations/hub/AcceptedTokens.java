package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.jwt.JwtOptions;
import dev.alkdev.operations.jwt.JwtVerifier;
import dev.alkdev.operations.jwt.ProtectedResource;
import dev.alkdev.operations.jwt.Verdict;
import dev.alkdev.operations.signin.Proof;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
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

    /** Those of the config. */
    final TokenStore store;

    /** By whom people sign in to the console. */
    final List<OidcConfig> signIns;

    /** The metadata for OAuth clients; null without authorization servers. */
    final @Nullable ProtectedResource resource;

    /** Whether there are tokens that are accepted. */
    final boolean any;

    /** Whether callers need no token. */
    final boolean none;

    private final Set<String> ownIds;
    private final List<JwtOptions> issuers;
    private final @Nullable JwtVerifier verifier;

    /** Who shows a token. */
    sealed interface TokenBearer {
        /**
         * Somebody known.
         *
         * @param expires when the token does; null if never
         */
        record Known(Identity identity, boolean trustIdentities, @Nullable Instant expires)
                implements TokenBearer {}

        /**
         * Somebody whose token is not accepted.
         *
         * @param reason quotes nothing of it
         * @param signed whether it claims to be of an authorization server
         */
        record Stranger(String reason, boolean signed) implements TokenBearer {}

        /** A token that cannot be checked yet. */
        record Undecided(String reason) implements TokenBearer {}
    }

    /**
     * The tokens of a config.
     *
     * @param before those of the config before, whose verdicts and keys hold if the issuers are the
     *     same; null if there was none
     * @param required the scopes that operations require
     */
    AcceptedTokens(HubConfig config, @Nullable AcceptedTokens before, OperationScopes required) {
        store = TokenStore.of(config.tokens());
        ownIds = store.tokens.stream().map(TokenConfig::id).collect(Collectors.toSet());
        signIns = config.auth().oidc();
        issuers = issuers(config);
        if (issuers.isEmpty()) {
            verifier = null;
            resource = null;
        } else {
            verifier =
                    before != null && before.issuers.equals(issuers)
                            ? before.verifier
                            : JwtVerifier.of(issuers);
            List<String> scopes = config.auth().scopes();
            resource =
                    ProtectedResource.issuedBy(
                                    issuers.stream().map(JwtOptions::issuer).toArray(String[]::new))
                            .publicUrl(config.publicUrl())
                            .name(config.title())
                            .scopes(scopes == null ? required : () -> scopes)
                            .build();
        }
        any = !store.tokens.isEmpty() || verifier != null;
        none = !any && signIns.isEmpty();
    }

    /** The authorization servers of a config. */
    static List<JwtOptions> issuers(HubConfig config) {
        return config.auth().jwt().stream().map(jwt -> jwt.options(config.publicUrl())).toList();
    }

    /** Fetches what will be needed. */
    void prepare() {
        if (verifier != null) {
            verifier.prepare();
        }
    }

    /** The user signed in by an issuer, if that is still accepted. */
    TokenBearer find(Proof.OfIssuer proof) {
        return signIns.contains(proof.issuer())
                ? unlessTaken(proof.identity(), null)
                : new TokenBearer.Stranger("the issuer is not accepted any longer", true);
    }

    /** The owner of a token. */
    TokenBearer find(String token) {
        Optional<TokenBearer.Known> own = store.find(token);
        if (own.isPresent()) {
            return own.get();
        }
        if (verifier == null || !looksSigned(token)) {
            return new TokenBearer.Stranger("the token is not known here", false);
        }
        return switch (verifier.verify(token)) {
            case Verdict.Accepted accepted -> unlessTaken(accepted.identity(), accepted.expires());
            case Verdict.Refused refused -> new TokenBearer.Stranger(refused.reason(), true);
            case Verdict.Undecided undecided -> new TokenBearer.Undecided(undecided.reason());
        };
    }

    private static boolean looksSigned(String token) {
        int first = token.indexOf('.');
        return first > 0 && token.indexOf('.', first + 1) > 0;
    }

    private TokenBearer unlessTaken(Identity identity, @Nullable Instant expires) {
        return ownIds.contains(identity.id())
                ? new TokenBearer.Stranger(TAKEN, true)
                : new TokenBearer.Known(identity, false, expires);
    }
}
