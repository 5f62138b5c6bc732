package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Tint.Tinted;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where a command reads from and writes to, and how it looks there. Commands know no other way out.
 * For one thread, apart from {@link #err()}.
 */
final class Console {
    /** The width of a line that does not go to a terminal. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int BUFFER = 64 * 1024;

    private final Streams streams;
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final Screen screen;
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
     */
    record Streams(InputStream in, ResultOutput out, OutputStream err) {}

    Console(Streams streams, Map<String, String> environment, Screen screen) {
        this.streams = streams;
        this.out = printing(streams.out(), false);
        this.err = printing(streams.err(), true);
        this.environment = Map.copyOf(environment);
        this.screen = screen;
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

    InputStream in() {
        return streams.in();
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    /** Writes what was printed; false if nothing can be written any longer. */
    boolean flush() {
        return !out.checkError();
    }

    /** Why results were lost, null if none were. Known after {@link #flush}. */
    @Nullable IOException loss() {
        return streams.out().loss();
    }

    /** A variable of the environment; null if it is not set or empty. */
    @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    boolean errIsTerminal() {
        return screen.err();
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
