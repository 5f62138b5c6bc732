package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;

/**
 * A bearer token that a hub accepts. Immutable; threads may share it.
 *
 * @param identity who comes with it
 */
public record TokenConfig(TokenHash hash, Identity identity) {

    public String id() {
        return identity.id();
    }
}
