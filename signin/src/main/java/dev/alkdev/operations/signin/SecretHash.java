package dev.alkdev.operations.signin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of a random secret that a browser holds. Immutable; threads may share it. */
record SecretHash(String hex) {

    static SecretHash of(String secret) {
        try {
            byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new SecretHash(HexFormat.of().formatHex(hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Whether this is the hash of a secret; takes the same time whatever the secret is. */
    boolean matches(String secret) {
        return MessageDigest.isEqual(bytes(this), bytes(of(secret)));
    }

    private static byte[] bytes(SecretHash hash) {
        return hash.hex.getBytes(StandardCharsets.US_ASCII);
    }
}
