package dev.alkdev.operations.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What files contain, in short: another one is another content. Immutable; threads may share it.
 */
record FileFingerprint(List<String> hashes) {

    /** Of some files; one that cannot be read has none. */
    static FileFingerprint of(List<Path> files) {
        return new FileFingerprint(files.stream().map(FileFingerprint::hash).toList());
    }

    private static String hash(Path file) {
        try {
            return TokenHash.sha256(Files.readAllBytes(file));
        } catch (IOException e) {
            return "";
        }
    }
}
