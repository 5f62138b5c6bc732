package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.Screen;
import dev.alkdev.operations.cli.Console.Streams;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;

import picocli.CommandLine.Command;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Runs common commands to fill the class cache, from which a JVM starts faster. For the launcher.
 */
@Command(name = "train", hidden = true, header = "Fills the class cache of the launcher.")
final class TrainCommand implements Callable<Integer> {
    private static final List<List<String>> WALK =
            List.of(
                    List.of("list", "--color", "always"),
                    List.of("describe", "tasks.add"),
                    List.of("call", "tasks.add", "title=Train"),
                    List.of("call", "library.listBooks", "limit=1", "--json"),
                    List.of("subscribe", "tasks.watch", "since=0", "--limit", "1"),
                    List.of("subscribe", "library.loanEvents", "--limit", "1"));

    @Override
    public Integer call() {
        HubConfig config = new HubFile(null).read();
        HubConfig anywhere = config.toBuilder().listen(config.listen().withPort(0)).build();
        try (Hub hub = Hub.of(anywhere)) {
            hub.start();
            hub.awaitSources(Duration.ofSeconds(30));
            Map<String, String> environment = Map.of("OPERATIONS_HUB", hub.uri().toString());
            for (List<String> step : WALK) {
                Console silent = silent(environment);
                String[] arguments = step.toArray(String[]::new);
                int code = OperationsCommand.run(silent, (name, action) -> {}, arguments);
                if (code != ExitCode.OK) {
                    return code;
                }
            }
        }
        return ExitCode.OK;
    }

    private static Console silent(Map<String, String> environment) {
        OutputStream nowhere = OutputStream.nullOutputStream();
        Streams streams =
                new Streams(
                        InputStream.nullInputStream(),
                        new ResultOutput(nowhere, () -> false),
                        nowhere);
        return new Console(streams, environment, Screen.NONE);
    }
}
