package dev.alkdev.operations.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;

/**
 * Reports when a file has changed and is stable again. It looks again and again, which finds every
 * way a file can change: written in place, replaced, or behind a link that leads elsewhere now.
 */
final class FileWatch implements AutoCloseable {
    private final Path file;
    private final Duration interval;
    private final Runnable changed;
    private final Thread thread;

    private FileWatch(Path file, Duration interval, Runnable changed) {
        this.file = file;
        this.interval = interval;
        this.changed = changed;
        String first = state();
        this.thread =
                Thread.ofVirtual().name("operations-file-watch").unstarted(() -> watch(first));
    }

    static FileWatch start(Path file, Duration interval, Runnable changed) {
        FileWatch watch = new FileWatch(file, interval, changed);
        watch.thread.start();
        return watch;
    }

    private void watch(String first) {
        String told = first;
        String last = first;
        try {
            while (true) {
                Thread.sleep(interval);
                String now = state();
                // Twice the same: whoever writes it is done. While it is away nothing is told.
                if (now.equals(last) && !now.equals(told) && !now.isEmpty()) {
                    told = now;
                    changed.run();
                }
                last = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What differs after a change; empty if there is no such file. */
    private String state() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime()
                    + " "
                    + attributes.size()
                    + " "
                    + attributes.fileKey();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
