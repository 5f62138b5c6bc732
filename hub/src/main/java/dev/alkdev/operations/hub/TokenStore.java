package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.config.ShownToken;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The tokens a hub accepts, and the identity of each. Immutable; threads may share it. */
public final class TokenStore {
    private final List<Opened> tokens;

    /** A token of the config, and what finds out who comes with it. */
    private record Opened(
            TokenConfig config, Function<ShownToken, Optional<Identity>> identities) {}

    /** Somebody who came with a token. */
    record Holder(TokenConfig token, Identity identity) {}

    private TokenStore(List<TokenConfig> tokens) {
        this.tokens = tokens.stream().map(token -> new Opened(token, token.open())).toList();
    }

    public static TokenStore of(List<TokenConfig> tokens) {
        return new TokenStore(tokens);
    }

    List<TokenConfig> tokens() {
        return tokens.stream().map(Opened::config).toList();
    }

    /** Whether no token is accepted. */
    public boolean isEmpty() {
        return tokens.isEmpty();
    }

    /**
     * Who comes with a token; nobody if it is unknown. Asks every one, whether it found one or not,
     * so that the time it takes tells nothing.
     */
    public Optional<Identity> identify(String bearerToken) {
        return find(bearerToken).map(Holder::identity);
    }

    /** As {@link #identify}, with what the config says about the token. */
    Optional<Holder> find(String bearerToken) {
        ShownToken shown = new ShownToken(bearerToken);
        Holder found = null;
        for (Opened token : tokens) {
            Optional<Identity> identity = token.identities.apply(shown);
            if (identity.isPresent()) {
                found = new Holder(token.config, identity.get());
            }
        }
        return Optional.ofNullable(found);
    }

    @Override
    public String toString() {
        return "TokenStore[" + tokens.size() + " tokens]";
    }
}
