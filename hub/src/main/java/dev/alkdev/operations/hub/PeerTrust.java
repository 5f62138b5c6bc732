package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/** How far a peer is trusted; not at all unless given. Immutable; threads may share it. */
@Form(title = "an object with identities, calls or certificates")
public record PeerTrust(
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
                @Nullable Path certificates) {

    /** As a stranger. */
    public static PeerTrust none() {
        return new PeerTrust(false, false, null);
    }
}
