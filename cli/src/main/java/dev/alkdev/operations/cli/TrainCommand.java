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
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs common commands to fill the class cache, from which a JVM starts faster. For the launcher.
 */
@Command(name = "train", hidden = true, header = "Fills the class cache of the launcher.")
final class TrainCommand implements Callable<Integer> {
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
    private static final List<List<String>> WALK =
            List.of(
                    List.of("list", "--color", "always"),
                    List.of("describe", "tasks.add"),
                    List.of("call", "tasks.add", "title=Train"),
                    List.of("call", "library.listBooks", "limit=1", "--json"),
                    List.of("subscribe", "tasks.watch", "since=0", "--limit", "1"),
                    List.of("subscribe", "library.loanEvents", "--limit", "1"));

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (PipedInputStream output = new PipedInputStream()) {
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
    }

    /** Runs a hub as a user would, until it is interrupted. */
    private static void serve(OutputStream results) {
        try (results) {
            run(results, Map.of(), "serve", "--port", "0");
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
        int code = ExitCode.OK;
        for (List<String> step : WALK) {
            if (code == ExitCode.OK) {
                String[] arguments = step.toArray(String[]::new);
                code = run(OutputStream.nullOutputStream(), environment, arguments);
            }
        }
        return code;
    }

    private static int run(
            OutputStream results, Map<String, String> environment, String... arguments) {
        Streams streams =
                new Streams(
                        InputStream.nullInputStream(),
                        new ResultOutput(results, () -> false),
                        OutputStream.nullOutputStream());
        Console console = new Console(streams, environment, Screen.NONE);
        return OperationsCommand.run(console, (name, action) -> {}, arguments);
    }
}
