package dev.alkdev.operations.signin;

import dev.alkdev.operations.base.Sha256;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The SHA-256 of a random secret that a browser holds. Immutable; threads may share it. */
record SecretHash(String hex) {

    static SecretHash of(String secret) {
        return new SecretHash(Sha256.hex(secret));
    }

    /** Whether this is the hash of a secret; takes the same time whatever the secret is. */
    boolean matches(String secret) {
        return MessageDigest.isEqual(bytes(this), bytes(of(secret)));
    }

    private static byte[] bytes(SecretHash hash) {
        return hash.hex.getBytes(StandardCharsets.US_ASCII);
    }
}
