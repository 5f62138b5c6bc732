package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.Screen;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The process a command runs in: its streams, its terminal, and the signals that end it. What the
 * terminal is like the launcher says, which can ask without loading anything.
 */
final class CommandProcess {
    private static final int USUAL_WIDTH = 80;

    private final String[] arguments;
    private final AtomicBoolean stopping = new AtomicBoolean();

    CommandProcess(String[] arguments) {
        this.arguments = arguments.clone();
    }

    int run() {
        if (arguments.length > 0 && !arguments[0].equals("serve")) {
            // Read by logback.xml: a client's user wants results, not how they came about.
            System.setProperty("operations.log", "WARN");
        }
        Thread command = Thread.currentThread();
        Signals signals = Signals.system();
        signals.on("INT", () -> stop(command));
        signals.on("TERM", () -> stop(command));
        return OperationsCommand.run(console(), signals, arguments);
    }

    /** First lets the command end by itself; whoever asks again does not want to wait. */
    private void stop(Thread command) {
        if (stopping.getAndSet(true)) {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
        command.interrupt();
    }

    private static Console console() {
        return new Console(
                System.in,
                stream(FileDescriptor.out, false),
                stream(FileDescriptor.err, true),
                System.getenv(),
                screen());
    }

    private static PrintStream stream(FileDescriptor descriptor, boolean flush) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor)),
                flush,
                StandardCharsets.UTF_8);
    }

    private static Screen screen() {
        Set<String> terminals =
                Set.of(System.getProperty("operations.terminal", "").split(",", -1));
        int width = Integer.getInteger("operations.width", USUAL_WIDTH);
        return new Screen(
                terminals.contains("out"), terminals.contains("err"), Math.max(40, width));
    }
}
