package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;

import java.util.List;

/**
 * A bearer token that a hub accepts. Immutable; threads may share it.
 *
 * @param identity who comes with it
 * @param offers the ids of operations that may be offered over links opened with it, which nobody
 *     else may offer then; empty for all that no token names
 * @param trustsIdentities whether a request over such a link runs as the caller that it names
 */
public record TokenConfig(
        TokenHash hash, Identity identity, List<Glob> offers, boolean trustsIdentities) {

    public TokenConfig {
        offers = List.copyOf(offers);
    }

    public TokenConfig(TokenHash hash, Identity identity) {
        this(hash, identity, List.of(), false);
    }

    public String id() {
        return identity.id();
    }
}
