package dev.alkdev.operations.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of bytes and texts. */
public final class Sha256 {
    private static final MessageDigest DIGEST = found();

    private Sha256() {}

    public static byte[] of(byte[] content) {
        return digest().digest(content);
    }

    /** Of a stream up to its end, in lower case; memory does not depend on its length. */
    public static String hex(InputStream content) throws IOException {
        MessageDigest digest = digest();
        byte[] part = new byte[8192];
        for (int length = content.read(part); length >= 0; length = content.read(part)) {
            digest.update(part, 0, length);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            // A copy is not looked up among all providers.
            return (MessageDigest) DIGEST.clone();
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
