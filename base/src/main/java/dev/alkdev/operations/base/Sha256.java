package dev.alkdev.operations.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of bytes and texts. */
public final class Sha256 {
    private static final MessageDigest DIGEST = found();

    private Sha256() {}

    public static byte[] of(byte[] content) {
        try {
            // A copy is not looked up among all providers.
            return ((MessageDigest) DIGEST.clone()).digest(content);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("Java's own can be copied", e);
        }
    }

    /** Of a text in UTF-8. */
    public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** In lower case. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(of(content));
    }

    /** Of a text in UTF-8, in lower case. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    private static MessageDigest found() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
