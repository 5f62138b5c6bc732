package dev.alkdev.operations.cli;

import dev.alkdev.operations.ChangeWatch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;

/** Reports when a file has changed and is stable again. */
final class FileWatch {
    private FileWatch() {}

    static ChangeWatch start(Path file, Duration interval, Runnable changed) {
        return ChangeWatch.start("operations-file-watch", interval, () -> state(file), changed);
    }

    /** What differs after a change; null if there is no such file. */
    private static @Nullable String state(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime()
                    + " "
                    + attributes.size()
                    + " "
                    + attributes.fileKey();
        } catch (IOException e) {
            return null;
        }
    }
}
