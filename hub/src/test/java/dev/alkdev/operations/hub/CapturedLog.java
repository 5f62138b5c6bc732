package dev.alkdev.operations.hub;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is logged while it is open. Not for tests that run in parallel. */
final class CapturedLog implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    CapturedLog() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The lines of one logger, without what stands before their message. */
    List<String> of(String logger) {
        return text().lines()
                .filter(line -> line.contains(" " + logger + " - "))
                .map(line -> line.substring(line.indexOf(" - ") + 3))
                .toList();
    }

    @Override
    public void close() {
        System.setErr(before);
        before.print(text());
    }
}
