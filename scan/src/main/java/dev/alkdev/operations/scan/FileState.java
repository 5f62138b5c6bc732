package dev.alkdev.operations.scan;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a look at a file shows: another one is another content.
 *
 * @param key null where the file system has none
 */
record FileState(Path path, FileTime modified, long size, @Nullable Object key) {
    /** Parsing or compiling a file takes many times its size. */
    private static final long LARGEST = Runtime.getRuntime().maxMemory() / 64;

    private static final long LARGEST_JAR = Runtime.getRuntime().maxMemory() / 16;
    private static final int ATTEMPTS = 3;

    static FileState of(Path path, BasicFileAttributes attributes) {
        return new FileState(
                path, attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    }

    static FileState of(Path path) throws IOException {
        return of(path, Files.readAttributes(path, BasicFileAttributes.class));
    }

    /**
     * The content of a file.
     *
     * @throws IOException if it cannot be read, is too large, or somebody writes to it just now
     */
    static byte[] read(Path path) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            FileState before = of(path);
            if (before.size > largest(path)) {
                throw new IOException(
                        "it has "
                                + before.size
                                + " bytes; at most "
                                + largest(path)
                                + " are read in a heap of this size");
            }
            byte[] content = Files.readAllBytes(path);
            if (content.length == before.size && of(path).equals(before)) {
                return content;
            }
        }
        throw new IOException("it is being written to");
    }

    private static long largest(Path path) {
        return path.toString().endsWith(".jar") ? LARGEST_JAR : LARGEST;
    }

    /** A short form of a content. */
    static String digest(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
