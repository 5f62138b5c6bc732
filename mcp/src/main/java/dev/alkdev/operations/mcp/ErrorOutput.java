package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The error output of a process: read as fast as it is written, since a process that cannot write
 * stops, and kept for the last 64 lines. Threads may share it.
 */
final class ErrorOutput {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorOutput.class);
    private static final int LINES = 64;
    private static final int LINE_BYTES = 1_000;
    private static final int MOST_SHOWN = 4_000;

    private final Mutex lock = new Mutex();
    private final Deque<String> tail = new ArrayDeque<>();
    private final String name;
    private volatile boolean any;

    ErrorOutput(String name) {
        this.name = name;
    }

    /** Reads to the end. */
    void drain(InputStream in) {
        LineReader lines = new LineReader(in, LINE_BYTES);
        try {
            while (lines.next()) {
                any = true;
                add(new String(lines.bytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            LOG.debug("The error output of {} ended", name, e);
        }
    }

    private void add(String line) {
        LOG.debug("{}: {}", name, line);
        if (line.isBlank()) {
            return;
        }
        try (Registration held = lock.hold()) {
            if (tail.size() == LINES) {
                tail.removeFirst();
            }
            tail.addLast(line);
        }
    }

    /** Whether anything was written so far. */
    boolean any() {
        return any;
    }

    /** The last lines, newest last. */
    List<String> tail() {
        try (Registration held = lock.hold()) {
            return List.copyOf(tail);
        }
    }

    /** The lines in one, for messages; null if there are none. */
    @Nullable String shown() {
        String text = String.join(" | ", tail());
        int cut = Math.max(0, text.length() - MOST_SHOWN);
        return text.isEmpty() ? null : cut == 0 ? text : "…" + text.substring(cut);
    }
}
