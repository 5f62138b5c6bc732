package dev.alkdev.operations.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What files contain, in short: another one is another content. Immutable; threads may share it.
 */
public record FileFingerprint(List<String> hashes) {
    public FileFingerprint {
        hashes = List.copyOf(hashes);
    }

    /** Of some files; one that cannot be read has none. */
    public static FileFingerprint of(List<Path> files) {
        return new FileFingerprint(files.stream().map(FileFingerprint::hash).toList());
    }

    private static String hash(Path file) {
        try {
            return Sha256.hex(Files.readAllBytes(file));
        } catch (IOException e) {
            return "";
        }
    }
}
