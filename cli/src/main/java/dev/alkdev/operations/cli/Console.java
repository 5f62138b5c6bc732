package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Tint.Tinted;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Where a command reads from and writes to, how it looks there, and what it is signalled. Commands
 * know no other way out. For one thread, apart from {@link #err}.
 */
final class Console {
    /** The width of a line that does not go to a terminal. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int BUFFER = 64 * 1024;

    final InputStream in;
    final PrintStream out;

    /** For remarks; threads share it. */
    final PrintStream err;

    final Signals signals;
    final Screen screen;
    private final BooleanSupplier isPipe;
    private final Map<String, String> environment;
    private @Nullable IOException failure;
    private ColorMode color = ColorMode.AUTO;
    private boolean json;

    /** When text is coloured. */
    enum ColorMode {
        AUTO,
        ALWAYS,
        NEVER
    }

    /**
     * Where the streams lead.
     *
     * @param out whether results go to a terminal
     * @param err whether messages go to a terminal
     * @param width of that terminal, in characters
     */
    record Screen(boolean out, boolean err, int width) {
        static final Screen NONE = new Screen(false, false, UNLIMITED);
    }

    /**
     * What a command reads from and writes to; the console buffers it.
     *
     * @param out for results
     * @param err for everything else
     * @param isPipe whether somebody reads the results at the other end; asked only when writing
     *     them fails
     */
    record Streams(InputStream in, OutputStream out, OutputStream err, BooleanSupplier isPipe) {}

    /** Remembers why results are not written: the streams in front of it only know that. */
    private final class Results extends FilterOutputStream {
        Results(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    Console(Streams streams, Map<String, String> environment, Screen screen, Signals signals) {
        this.in = streams.in();
        this.out = printing(new Results(streams.out()), false);
        this.err = printing(streams.err(), true);
        this.isPipe = streams.isPipe();
        this.environment = Map.copyOf(environment);
        this.screen = screen;
        this.signals = signals;
    }

    private static PrintStream printing(OutputStream stream, boolean flush) {
        return new PrintStream(
                new BufferedOutputStream(stream, BUFFER), flush, StandardCharsets.UTF_8);
    }

    void color(ColorMode mode) {
        this.color = mode;
    }

    void json(boolean machineReadable) {
        this.json = machineReadable;
    }

    /** Whether a program reads the output. */
    boolean isJson() {
        return json;
    }

    /** Writes what was printed; false if nothing can be written any longer. */
    boolean flush() {
        return !out.checkError();
    }

    /**
     * Why results were lost, null if none were. Known after {@link #flush}. A pipe fails when its
     * reader has seen enough, as in {@code | head -3}, and nothing is lost then.
     */
    @Nullable IOException loss() {
        return failure == null || isPipe.getAsBoolean() ? null : failure;
    }

    /** A variable of the environment; null if it is not set or empty. */
    @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** How wide a line of the output may be. */
    int width() {
        return screen.out() ? screen.width() : UNLIMITED;
    }

    boolean colorsOut() {
        return colors(screen.out());
    }

    private boolean colors(boolean terminal) {
        return switch (color) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO ->
                    terminal && variable("NO_COLOR") == null && !"dumb".equals(variable("TERM"));
        };
    }

    /** So many of something, as in {@code 2 sources}. */
    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    void line(String text) {
        line(Tint.PLAIN.of(text));
    }

    void line(Tinted... parts) {
        String line = painted(colorsOut(), parts) + System.lineSeparator();
        // In one piece: println passes each line through three buffers more.
        out.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    }

    /** Whoever wrote the text, nothing in it but the tints commands the terminal. */
    private static String painted(boolean colors, Tinted... parts) {
        StringBuilder line = new StringBuilder();
        for (Tinted part : parts) {
            String text = Printable.text(part.text());
            line.append(colors ? part.tint().on(text) : text);
        }
        return line.toString();
    }

    /** A result: one line for programs, indented for people. */
    void result(JsonNode value) {
        out.println(Printable.json(json ? value.toString() : value.toPrettyString()));
    }

    /** A result that has a form of its own for people. */
    void result(Supplier<? extends JsonNode> forPrograms, Runnable forPeople) {
        if (json) {
            result(forPrograms.get());
        } else {
            forPeople.run();
        }
    }

    /** One of many results: always one line. */
    void item(JsonNode value) {
        out.println(Printable.json(value.toString()));
    }

    /** A remark that is no result. */
    void note(String text) {
        note(Tint.PLAIN.of(text));
    }

    void note(Tinted... parts) {
        // Where both are one screen, what was printed first stands first.
        out.flush();
        err.println(painted(colors(screen.err()), parts));
    }

    /** A remark for programs. */
    void note(JsonNode value) {
        err.println(Printable.json(value.toString()));
    }
}
