package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.FileCheck;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.jetty.PemTls;

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
                        file = true,
                        fileCheck = TlsConfig.Certificates.class)
                Path certificate,
        @Key("The private key, PEM: PKCS#8, not encrypted; RSA, EC, Ed25519 or Ed448.")
                @Form(
                        title = "the path of a PEM file",
                        example = "hub-key.pem",
                        file = true,
                        fileCheck = TlsConfig.PrivateKey.class)
                Path key)
        implements Checked {

    @Override
    public void check(ConfigValue here) {
        try {
            PemTls.keyStore(certificate, key);
        } catch (IllegalArgumentException e) {
            String reason = here.get("certificate").told(String.valueOf(e.getMessage()));
            here.get("key").refuse(here.get("key").told(reason));
        }
    }

    /** A file of certificates. */
    static final class Certificates implements FileCheck {
        @Override
        public void check(Path file) {
            PemTls.certificates(file);
        }
    }

    /** A file with a private key. */
    static final class PrivateKey implements FileCheck {
        @Override
        public void check(Path file) {
            PemTls.privateKey(file);
        }
    }
}
