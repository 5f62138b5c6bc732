package dev.alkdev.operations.testkit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is logged while it is open, by a logger that writes to {@code System.err}. Not for tests
 * that run in parallel.
 */
public final class CapturedLog implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public CapturedLog() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    public String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The lines of one logger, by the end of its name, the message only. */
    public List<String> of(String logger) {
        return text().lines()
                .filter(line -> line.contains(logger + " - "))
                .map(line -> line.substring(line.indexOf(" - ") + 3))
                .toList();
    }

    @Override
    public void close() {
        System.setErr(before);
        before.print(text());
    }
}
