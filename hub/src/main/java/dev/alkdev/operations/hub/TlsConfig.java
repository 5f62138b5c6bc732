package dev.alkdev.operations.hub;

import java.nio.file.Path;

/**
 * The hub's certificate chain and private key. Immutable; threads may share it.
 *
 * @see PemTls
 */
@Form(title = "an object with certificate and key")
public record TlsConfig(
        @Key(
                        "The certificate chain, PEM: the hub's own certificate first, then those"
                                + " that signed it.")
                @Form(
                        title = "the path of a PEM file",
                        example = "hub.pem",
                        file = FileKind.CERTIFICATES)
                Path certificate,
        @Key("The private key, PEM: PKCS#8, not encrypted; RSA, EC, Ed25519 or Ed448.")
                @Form(
                        title = "the path of a PEM file",
                        example = "hub-key.pem",
                        file = FileKind.KEY)
                Path key)
        implements Checked {

    @Override
    public void check(ConfigValue here) {
        ConfigValue shown = here.get("key");
        try {
            PemTls.keyStore(this);
        } catch (IllegalArgumentException e) {
            String reason = FileKind.told(e, certificate, here.get("certificate"));
            shown.refuse(reason.replace(key.toString(), shown.shown()));
        }
    }
}
