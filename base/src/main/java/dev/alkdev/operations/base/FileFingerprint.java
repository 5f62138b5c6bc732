package dev.alkdev.operations.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The hashes of some files: they differ if the contents differ. Immutable; threads may share it.
 */
public record FileFingerprint(List<String> hashes) {
    public FileFingerprint {
        hashes = List.copyOf(hashes);
    }

    /** Of some files; a file that cannot be read has no hash. */
    public static FileFingerprint of(List<Path> files) {
        return new FileFingerprint(files.stream().map(FileFingerprint::hash).toList());
    }

    /** Reads only regular files: a pipe would block, and a device never ends. */
    private static String hash(Path file) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Sha256.hex(in);
        } catch (IOException e) {
            return "";
        }
    }
}
