package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.net.URI;

/**
 * Another hub or process, linked over WebSocket. Immutable; threads may share it.
 *
 * @param url ws or wss
 * @param token what the hub shows to the peer; null for nothing
 * @param offer whether the peer may call the operations of the hub over the link; null if that
 *     depends: if it is trusted in any way, or the hub asks nobody for a token
 */
public record PeerSourceConfig(
        String name,
        SourceRules rules,
        URI url,
        @Nullable Secret token,
        PeerTrust trust,
        @Nullable Boolean offer)
        implements SourceConfig {

    /** With an offer that depends on the rest. */
    public PeerSourceConfig(
            String name, SourceRules rules, URI url, @Nullable Secret token, PeerTrust trust) {
        this(name, rules, url, token, trust, null);
    }

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
                + ", offer="
                + offer
                + ", rules="
                + rules
                + "]";
    }
}
