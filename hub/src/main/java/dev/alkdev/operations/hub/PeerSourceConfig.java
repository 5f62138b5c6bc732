package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.net.URI;

/**
 * Another hub or process, linked over WebSocket. Immutable; threads may share it.
 *
 * @param url ws or wss
 * @param token what the hub shows to the peer; null for nothing
 */
public record PeerSourceConfig(
        String name, SourceRules rules, URI url, @Nullable Secret token, PeerTrust trust)
        implements SourceConfig {

    /** With nothing but an address. */
    public static PeerSourceConfig of(String name, URI url) {
        return new PeerSourceConfig(name, SourceRules.none(), url, null, PeerTrust.none());
    }

    @Override
    public String kind() {
        return "peer";
    }

    @Override
    public String toString() {
        return "PeerSourceConfig[name="
                + name
                + ", url="
                + SafeText.of(url)
                + ", token="
                + token
                + ", trust="
                + trust
                + ", rules="
                + rules
                + "]";
    }
}
