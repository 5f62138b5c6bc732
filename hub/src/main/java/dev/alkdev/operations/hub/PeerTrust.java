package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * How far a peer is trusted. Immutable; threads may share it.
 *
 * @param identities whether the identity in its requests is taken for true
 * @param calls whether its own requests run without a check of access
 * @param certificates a PEM file of what to trust for wss; null for what the JDK trusts
 */
public record PeerTrust(boolean identities, boolean calls, @Nullable Path certificates) {
    private static final PeerTrust NONE = new PeerTrust(false, false, null);

    /** As a stranger. */
    public static PeerTrust none() {
        return NONE;
    }
}
