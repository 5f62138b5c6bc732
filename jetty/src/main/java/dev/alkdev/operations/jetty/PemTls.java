package dev.alkdev.operations.jetty;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Makes what the JDK needs for TLS out of PEM files: certificate chains, and private keys in PKCS#8
 * (RSA, EC, Ed25519 or Ed448). Whatever is wrong with a file is an {@code IllegalArgumentException}
 * that names the file and tells nothing secret. Threads may share it.
 */
public final class PemTls {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final char[] NO_PASSWORD = {};

    private PemTls() {}

    /** A context for a server that shows this certificate. */
    public static SSLContext server(Path certificate, Path key) {
        try {
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(keyStore(certificate, key), NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "no TLS with " + certificate + ": " + e.getMessage(), e);
        }
    }

    /** A context for a client that trusts the certificates of a file, and no others. */
    public static SSLContext trusting(Path certificates) {
        try {
            KeyStore store = emptyStore();
            List<Certificate> trusted = certificates(certificates);
            for (int i = 0; i < trusted.size(); i++) {
                store.setCertificateEntry("trusted-" + i, trusted.get(i));
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "no TLS with " + certificates + ": " + e.getMessage(), e);
        }
    }

    /**
     * A key store with the key and its chain, and with the empty password.
     *
     * @throws IllegalArgumentException if they do not belong together
     */
    public static KeyStore keyStore(Path certificate, Path key) {
        List<Certificate> chain = certificates(certificate);
        PrivateKey own = privateKey(key);
        requireChain(chain, certificate);
        if (!belongTogether(own, chain.getFirst().getPublicKey())) {
            throw new IllegalArgumentException(
                    key + " is not the key of the first certificate in " + certificate);
        }
        try {
            KeyStore store = emptyStore();
            store.setKeyEntry("hub", own, NO_PASSWORD, chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    certificate + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static void requireChain(List<Certificate> chain, Path file) {
        for (int i = 1; i < chain.size(); i++) {
            try {
                chain.get(i - 1).verify(chain.get(i).getPublicKey());
            } catch (GeneralSecurityException e) {
                throw new IllegalArgumentException(
                        "certificate "
                                + i
                                + " of "
                                + file
                                + " is not signed by the next; the hub's own must come first, then"
                                + " who signed it",
                        e);
            }
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new IllegalStateException("an empty store is read from nowhere", e);
        }
        return store;
    }

    /** The certificates of a file, at least one. */
    public static List<Certificate> certificates(Path file) {
        List<Certificate> chain = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (PemBlock block : PemBlock.read(file)) {
                if (block.label().equals("CERTIFICATE")) {
                    chain.add(factory.generateCertificate(new ByteArrayInputStream(block.bytes())));
                }
            }
        } catch (CertificateException e) {
            throw new IllegalArgumentException(
                    "certificate " + (chain.size() + 1) + " of " + file + " is damaged", e);
        }
        if (chain.isEmpty()) {
            throw new IllegalArgumentException(file + " has no -----BEGIN CERTIFICATE-----");
        }
        return chain;
    }

    /** The private key of a file. */
    public static PrivateKey privateKey(Path file) {
        for (PemBlock block : PemBlock.read(file)) {
            switch (block.label()) {
                case "PRIVATE KEY" -> {
                    return decoded(block.bytes(), file);
                }
                case "ENCRYPTED PRIVATE KEY" ->
                        throw new IllegalArgumentException(
                                file
                                        + " is encrypted; decrypt it with: openssl pkcs8 -in"
                                        + " key.pem -out plain.pem");
                case "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY" ->
                        throw new IllegalArgumentException(
                                file
                                        + " is not PKCS#8; convert it with: openssl pkcs8 -topk8"
                                        + " -nocrypt -in key.pem -out pkcs8.pem");
                default -> {
                    // Certificates and parameters may stand in the same file.
                }
            }
        }
        throw new IllegalArgumentException(file + " has no -----BEGIN PRIVATE KEY-----");
    }

    private static PrivateKey decoded(byte[] bytes, Path file) {
        return ALGORITHMS.stream()
                .flatMap(algorithm -> decoded(bytes, algorithm).stream())
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "the key in "
                                                + file
                                                + " is damaged, or neither RSA, EC, Ed25519 nor"
                                                + " Ed448"));
    }

    /** Empty if the key is of another kind. */
    private static Optional<PrivateKey> decoded(byte[] bytes, String algorithm) {
        try {
            PKCS8EncodedKeySpec key = new PKCS8EncodedKeySpec(bytes);
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(key));
        } catch (InvalidKeySpecException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }

    /** Whether what one signs, the other verifies. */
    private static boolean belongTogether(PrivateKey key, PublicKey certified) {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> key.getAlgorithm();
                };
        try {
            byte[] sample = {1, 2, 3};
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(sample);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(sample);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
