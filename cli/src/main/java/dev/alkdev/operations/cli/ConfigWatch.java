package dev.alkdev.operations.cli;

import dev.alkdev.operations.base.ChangeWatch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;

/** Watches the file of a config, and the files that it names. For one thread. */
final class ConfigWatch implements AutoCloseable {
    private final Duration interval;
    private final Runnable changed;
    private final ChangeWatch own;
    private List<Path> files = List.of();
    private @Nullable ChangeWatch others;

    /** Reports when the file has changed and is stable again. */
    ConfigWatch(Path file, Duration interval, Runnable changed) {
        this.interval = interval;
        this.changed = changed;
        this.own = ChangeWatch.start("operations-file-watch", interval, () -> state(file), changed);
    }

    /** Watches these files as well, instead of the ones before. */
    void alsoWatch(List<Path> named) {
        if (named.equals(files)) {
            return;
        }
        ChangeWatch before = others;
        files = List.copyOf(named);
        others =
                ChangeWatch.start(
                        "operations-files-watch",
                        interval,
                        () -> named.stream().map(each -> String.valueOf(state(each))).toList(),
                        changed);
        if (before != null) {
            before.close();
        }
    }

    /** What differs after a change, also of who may read it; null if there is no such file. */
    private static @Nullable String state(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.lastModifiedTime()
                    + " "
                    + now.size()
                    + " "
                    + now.fileKey()
                    + " "
                    + Files.isReadable(file);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        own.close();
        if (others != null) {
            others.close();
        }
    }
}
