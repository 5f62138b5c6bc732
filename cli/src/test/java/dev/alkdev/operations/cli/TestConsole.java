package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.Screen;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
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

    TestConsole signals(Signals signals) {
        this.signals = signals;
        return this;
    }

    Console console() {
        return new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                screen);
    }

    /** Runs one command; the exit code. */
    int run(String... arguments) {
        return OperationsCommand.run(console(), signals, arguments);
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
