package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;

import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** The tokens a hub accepts, and who comes with each. Immutable; threads may share it. */
public final class TokenStore {
    private final List<TokenConfig> tokens;

    /** The hashes of the tokens, so that no look-up has to make them. */
    private final byte[][] hashes;

    private TokenStore(List<TokenConfig> tokens) {
        this.tokens = tokens;
        this.hashes = tokens.stream().map(token -> token.hash().bytes()).toArray(byte[][]::new);
    }

    public static TokenStore of(List<TokenConfig> tokens) {
        return new TokenStore(List.copyOf(tokens));
    }

    List<TokenConfig> tokens() {
        return tokens;
    }

    /** Whether no token is accepted. */
    public boolean isEmpty() {
        return tokens.isEmpty();
    }

    /**
     * Who comes with a token; nobody if it is unknown. Compares with every one, whether it found
     * one or not, so that the time it takes tells nothing.
     */
    public Optional<Identity> identify(String bearerToken) {
        return find(bearerToken).map(TokenConfig::identity);
    }

    /** As {@link #identify}, with all that is granted to who comes with the token. */
    Optional<TokenConfig> find(String bearerToken) {
        byte[] presented = TokenHash.digest(bearerToken);
        TokenConfig found = null;
        for (int i = 0; i < hashes.length; i++) {
            if (MessageDigest.isEqual(hashes[i], presented)) {
                found = tokens.get(i);
            }
        }
        return Optional.ofNullable(found);
    }

    @Override
    public String toString() {
        return "TokenStore[" + tokens.size() + " tokens]";
    }
}
