package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.config.ShownToken;
import dev.alkdev.operations.hub.AcceptedTokens.TokenBearer;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The tokens a hub accepts, and the identity of each. Immutable; threads may share it. */
public final class TokenStore {
    final List<TokenConfig> tokens;
    private final List<Function<ShownToken, Optional<Identity>>> identities;

    private TokenStore(List<TokenConfig> tokens) {
        this.tokens = tokens;
        this.identities = tokens.stream().map(TokenConfig::open).toList();
    }

    public static TokenStore of(List<TokenConfig> tokens) {
        return new TokenStore(List.copyOf(tokens));
    }

    /**
     * The owner of a token; nobody if it is unknown. Asks every one, whether it found one or not,
     * so that the time it takes tells nothing.
     */
    public Optional<Identity> identify(String bearerToken) {
        return find(bearerToken).map(TokenBearer.Known::identity);
    }

    /** As {@link #identify}, with the config of the token. */
    Optional<TokenBearer.Known> find(String bearerToken) {
        ShownToken shown = new ShownToken(bearerToken);
        TokenBearer.Known found = null;
        for (int i = 0; i < tokens.size(); i++) {
            Optional<Identity> identity = identities.get(i).apply(shown);
            if (identity.isPresent()) {
                found =
                        new TokenBearer.Known(
                                identity.get(), tokens.get(i).trustIdentities(), null);
            }
        }
        return Optional.ofNullable(found);
    }

    @Override
    public String toString() {
        return "TokenStore[" + tokens.size() + " tokens]";
    }
}
