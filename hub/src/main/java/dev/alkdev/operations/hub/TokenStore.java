package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;

import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** The tokens a hub accepts, and who comes with each. Immutable; threads may share it. */
public final class TokenStore {
    private final List<Entry> entries;

    /** The bytes at hand, so that no look-up has to make them. */
    private record Entry(byte[] hash, Identity identity) {}

    private TokenStore(List<Entry> entries) {
        this.entries = entries;
    }

    public static TokenStore of(List<TokenConfig> tokens) {
        return new TokenStore(
                tokens.stream()
                        .map(token -> new Entry(token.hash().bytes(), token.identity()))
                        .toList());
    }

    /** Whether no token is accepted. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * Who comes with a token; nobody if it is unknown. Compares with every entry, whether it found
     * one or not, so that the time it takes tells nothing.
     */
    public Optional<Identity> identify(String bearerToken) {
        byte[] presented = TokenHash.digest(bearerToken);
        Identity found = null;
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.hash(), presented)) {
                found = entry.identity();
            }
        }
        return Optional.ofNullable(found);
    }

    @Override
    public String toString() {
        return "TokenStore[" + entries.size() + " tokens]";
    }
}
