package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.Text;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Another hub or process, linked over WebSocket. Immutable; threads may share it.
 *
 * @param offer whether the peer may call the operations of the hub over the link; null if that
 *     depends: if it is trusted in any way, or the hub asks nobody for a token
 */
@Kind(value = "peer", text = "another hub or process, over WebSocket")
public record PeerSourceConfig(
        @Key("What the source is called in listings and logs; each name once.") @Form(Text.NAME)
                String name,
        @Flat SourceRulesConfig rules,
        @Key("The link of the peer, `ws://` or `wss://`; `/link` of a hub.") @Form(Text.LINK_URL)
                URI url,
        @Key(value = "The bearer token the hub shows to the peer.", unless = "none")
                @Form(value = Text.TOKEN, example = "${WAREHOUSE_TOKEN}")
                @Nullable Secret token,
        @Key(value = "How far the peer is trusted; not at all unless given.") Trust trust,
        @Key(
                        value = "Whether the peer may call the hub's operations over the link.",
                        unless = "if the peer is trusted in any way, or the hub has no `tokens`")
                @Nullable Boolean offer)
        implements SourceConfig {

    /** How far a peer is trusted; not at all unless given. Immutable; threads may share it. */
    @Form(title = "an object with identities, calls or certificates")
    public record Trust(
            @Key("Takes the identity in the peer's requests for true.") boolean identities,
            @Key("Runs the peer's own requests without checking access.") boolean calls,
            @Key(
                            value =
                                    "A PEM file with the certificates to trust for `wss`, and no"
                                            + " others.",
                            unless = "those of the JDK")
                    @Form(
                            title = "the path of a PEM file",
                            example = "internal-ca.pem",
                            file = true,
                            fileCheck = TlsConfig.Certificates.class)
                    @Nullable Path certificates) {}

    @Override
    public HubSource open(HubParts parts) {
        return new PeerSource(this, parts);
    }

    @Override
    public String address() {
        return SafeText.of(url);
    }

    @Override
    public List<Path> files() {
        return trust.certificates() == null ? List.of() : List.of(trust.certificates());
    }

    @Override
    public boolean keepsNamespaces() {
        return true;
    }

    /** What the peer may call here is access as well: the link before must not grant it longer. */
    @Override
    public boolean hasSameAccess(SourceConfig other) {
        return SourceConfig.super.hasSameAccess(other)
                && other instanceof PeerSourceConfig peer
                && trust.identities == peer.trust.identities
                && trust.calls == peer.trust.calls
                && Objects.equals(offer, peer.offer);
    }

    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
