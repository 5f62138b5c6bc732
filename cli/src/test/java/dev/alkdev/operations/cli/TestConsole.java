package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.Screen;
import dev.alkdev.operations.cli.Console.Streams;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A console that remembers what a command wrote. */
final class TestConsole {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private Screen screen = Screen.NONE;
    private String input = "";
    private @Nullable Boolean losing;
    private Signals signals = (name, action) -> {};

    TestConsole variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    TestConsole hub(String uri) {
        return variable("OPERATIONS_HUB", uri);
    }

    TestConsole screen(Screen screen) {
        this.screen = screen;
        return this;
    }

    TestConsole input(String input) {
        this.input = input;
        return this;
    }

    /**
     * Nothing can be written to it.
     *
     * @param pipe whether it looks like a pipe whose reader has gone
     */
    TestConsole losing(boolean pipe) {
        this.losing = pipe;
        return this;
    }

    TestConsole signals(Signals signals) {
        this.signals = signals;
        return this;
    }

    Console console() {
        Streams streams =
                new Streams(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        losing == null ? out : broken(),
                        err,
                        () -> Boolean.TRUE.equals(losing));
        return new Console(streams, environment, screen, signals);
    }

    private static OutputStream broken() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("on purpose");
            }
        };
    }

    /** Runs one command; the exit code. */
    int run(String... arguments) {
        return OperationsCommand.run(console(), arguments);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    List<String> lines() {
        return out().lines().toList();
    }

    List<String> errLines() {
        return err().lines().toList();
    }

    JsonNode json() {
        return Json.parse(out());
    }

    JsonNode errJson() {
        return Json.parse(err());
    }
}
