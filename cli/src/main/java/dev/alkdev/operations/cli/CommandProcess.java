package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.Screen;
import dev.alkdev.operations.cli.Console.Streams;

import org.jspecify.annotations.Nullable;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The process a command runs in: its streams, its terminal, and the signals that end it. What the
 * terminal is like the launcher says, which can ask without loading anything.
 */
final class CommandProcess {
    private static final int USUAL_WIDTH = 80;

    /** How long a command may take to end after the first signal. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /**
     * Signals this close together are one: {@code timeout}, containers and shells send theirs to
     * the process and to its group.
     */
    private static final Duration ECHO = Duration.ofSeconds(1);

    private static final int KIND_OF_FILE = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private final String[] arguments;
    private final AtomicReference<@Nullable Long> stopping = new AtomicReference<>();

    CommandProcess(String[] arguments) {
        this.arguments = arguments.clone();
    }

    int run() {
        Signals signals = Signals.system();
        String command = OperationsCommand.named(arguments);
        boolean serves = command.equals("serve") || command.equals("mcp");
        if (serves) {
            Thread.ofPlatform().daemon().name("operations-warm-up").start(CommandProcess::warmUp);
        }
        if (!command.equals("serve")) {
            // A client's user wants results, not how they came about.
            System.setProperty(LogSetup.LEVEL, "WARN");
        }
        Thread running = Thread.currentThread();
        signals.on("INT", () -> stop(running, serves));
        signals.on("TERM", () -> stop(running, serves));
        return OperationsCommand.run(console(signals), arguments);
    }

    /**
     * Does while the config is read what takes long in the JDK and every hub needs: initializes
     * decimals, which Jackson's nodes have, opens the jars of the class path, in which services are
     * looked for, and collects all locales, for which Jetty asks.
     */
    private static void warmUp() {
        Objects.requireNonNull(BigDecimal.ONE);
        // What is nowhere is looked for everywhere.
        ClassLoader.getSystemResource("META-INF/nowhere");
        Objects.requireNonNull(Locale.getAvailableLocales());
    }

    /** Interrupts the command; a second signal, a second later, ends the process at once. */
    private void stop(Thread running, boolean serves) {
        long now = System.nanoTime();
        if (!stopping.compareAndSet(null, now)) {
            if (now - Objects.requireNonNull(stopping.get()) > ECHO.toNanos()) {
                halt();
            }
            return;
        }
        running.interrupt();
        if (!serves) {
            haltSoon(running);
        }
    }

    /** No interrupt reaches a command that waits for standard input, or for a slow reader. */
    private static void haltSoon(Thread running) {
        try {
            running.join(LAST_WORDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        halt();
    }

    /** Ends this process at once, and the MCP servers that it has started. */
    private static void halt() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }

    private static Console console(Signals signals) {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        FileOutputStream err = new FileOutputStream(FileDescriptor.err);
        Streams streams = new Streams(System.in, out, err, CommandProcess::writesToAPipe);
        return new Console(streams, System.getenv(), screen(), signals);
    }

    /** Asks the system: the message of an exception is in the language of the user. */
    private static boolean writesToAPipe() {
        try {
            int mode = (Integer) Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
            int kind = mode & KIND_OF_FILE;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | UnsupportedOperationException e) {
            // Where that cannot be known, a loss is told of rather than hidden.
            return false;
        }
    }

    private static Screen screen() {
        Set<String> terminals =
                Set.of(System.getProperty("operations.terminal", "").split(",", -1));
        int width = Integer.getInteger("operations.width", USUAL_WIDTH);
        return new Screen(
                terminals.contains("out"), terminals.contains("err"), Math.max(40, width));
    }
}
