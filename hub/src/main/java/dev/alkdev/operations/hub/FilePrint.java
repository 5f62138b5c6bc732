package dev.alkdev.operations.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What files contain, in short: another one is another content. Immutable; threads may share it.
 */
record FilePrint(String text) {
    /** Of some files; one that cannot be read counts as empty. */
    static FilePrint of(List<Path> files) {
        StringBuilder text = new StringBuilder();
        for (Path file : files) {
            text.append(HexFormat.of().formatHex(digest(content(file)))).append(' ');
        }
        return new FilePrint(text.toString());
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
