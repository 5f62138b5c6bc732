package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.Screen;
import dev.alkdev.operations.cli.Console.Streams;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs common commands to fill the class cache, from which a JVM starts faster. For the launcher.
 */
@Command(name = "train", hidden = true, header = "Fills the class cache of the launcher.")
final class TrainCommand implements ConsoleCommand {
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
    private static final List<String> WALK =
            List.of(
                    "list --color always",
                    "describe tasks.add",
                    "call tasks.add title=Train",
                    "call library.listBooks limit=1 --json",
                    "subscribe tasks.watch since=0 --limit 1",
                    "subscribe library.loanEvents --limit 1");

    @Override
    public int run(Console unused) throws IOException, InterruptedException {
        PipedInputStream output = new PipedInputStream();
        PipedOutputStream results = new PipedOutputStream(output);
        Thread serving = Thread.ofPlatform().start(() -> serve(results));
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            return walk(lines.readLine());
        } finally {
            serving.interrupt();
            serving.join();
        }
    }

    /** Runs a hub as a user would, until it is interrupted. */
    private static void serve(OutputStream results) {
        try (results) {
            run(results, Map.of(), "serve --port 0");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Uses a hub.
     *
     * @param served what it prints, null if it did not start
     */
    private static int walk(@Nullable String served) {
        Matcher address = ADDRESS.matcher(served == null ? "" : served);
        if (!address.find()) {
            return ExitCode.FAILED;
        }
        Map<String, String> environment = Map.of("OPERATIONS_HUB", address.group());
        return WALK.stream()
                .map(step -> run(OutputStream.nullOutputStream(), environment, step))
                .filter(code -> code != ExitCode.OK)
                .findFirst()
                .orElse(ExitCode.OK);
    }

    private static int run(OutputStream results, Map<String, String> environment, String line) {
        Streams streams =
                new Streams(
                        InputStream.nullInputStream(),
                        results,
                        OutputStream.nullOutputStream(),
                        () -> false);
        Console console = new Console(streams, environment, Screen.NONE, (name, action) -> {});
        return OperationsCommand.run(console, line.split(" ", -1));
    }
}
