package dev.alkdev.operations.cli;

import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.hub.ListenConfig;
import dev.alkdev.operations.hub.McpSourceConfig;
import dev.alkdev.operations.hub.RestGatewayConfig;
import dev.alkdev.operations.hub.ScanSourceConfig;
import dev.alkdev.operations.hub.SourceConfig;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;

/** Runs a hub. */
@Command(
        name = "serve",
        header = "Runs a hub until Ctrl-C or SIGTERM.",
        description = {
            "Without a file or folder it runs examples: a task list, a REST API with a stream of",
            "events, and an MCP server.",
            "Ctrl-C or SIGTERM ends it after the running calls. A changed file or SIGHUP reloads",
            "what changed in it."
        },
        footer = {
            "  operations serve",
            "  operations serve hub.yaml --port 8080",
            "  operations serve --watch ops                Java files of a folder",
            "  kill -HUP PID                               reload"
        })
final class ServeCommand implements ConsoleCommand {
    private static final Pattern PORT = Pattern.compile("0|[1-9][0-9]{0,4}");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LONGEST_IMPORT = Duration.ofMinutes(30);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The config, YAML or JSON")
    @Nullable Path file;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port (overrides the config; 0 = any free port)")
    @Nullable Integer port;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Address to listen on (overrides the config)")
    @Nullable String host;

    @Option(
            names = "--watch",
            paramLabel = "FOLDER",
            description =
                    "Run the Java files, jars and specs of a folder as well, and reload what"
                            + " changes there")
    @Nullable Path folder;

    /**
     * The command for arguments that need no parser, which takes a quarter of the start to load.
     * Empty if they have anything but a file, a folder, a port and a host: help and mistakes are
     * the parser's.
     */
    static Optional<ServeCommand> plain(String... arguments) {
        if (arguments.length == 0 || !arguments[0].equals("serve")) {
            return Optional.empty();
        }
        ServeCommand command = new ServeCommand();
        for (int i = 1; i < arguments.length; i++) {
            String argument = arguments[i];
            String next = i + 1 < arguments.length ? arguments[i + 1] : "";
            if (argument.equals("--port") && command.port == null && PORT.matcher(next).matches()) {
                command.port = Integer.valueOf(next);
                i++;
            } else if (argument.equals("--host") && command.host == null && isPlain(next)) {
                command.host = next;
                i++;
            } else if (argument.equals("--watch") && command.folder == null && isPlain(next)) {
                command.folder = Path.of(next);
                i++;
            } else if (command.file == null && isPlain(argument)) {
                command.file = Path.of(argument);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(command);
    }

    private static boolean isPlain(String argument) {
        return !argument.isEmpty() && !argument.startsWith("-");
    }

    @Override
    public int run(Console console) {
        try {
            serve(console);
        } catch (RuntimeException e) {
            if (!isStop(e)) {
                throw e;
            }
            console.note("Stopped before it served");
        }
        return ExitCode.OK;
    }

    /** Whether a failure is caused by a signal to stop, which is no failure. */
    private static boolean isStop(Throwable failure) {
        boolean interrupted = Thread.interrupted();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            interrupted |=
                    each instanceof InterruptedException
                            || each instanceof ClosedByInterruptException;
        }
        return interrupted;
    }

    private void serve(Console console) {
        HubFile config = new HubFile(file);
        Reloads reloads = new Reloads();
        // Before the config is read: nothing that happens from then on may be missed.
        console.signals.on("HUP", reloads::ask);
        try (ConfigWatch watch =
                        file == null ? null : new ConfigWatch(file, LOOK_AGAIN, reloads::ask);
                Hub hub = Hub.of(given(config));
                reloads) {
            start(hub);
            watchFiles(watch, hub);
            // Programs take long to start: they are there when they are.
            hub.awaitSources(PATIENCE, source -> !isProgram(source));
            ready(hub, console);
            giveBackMemory(hub);
            reloads.begin(
                    () -> {
                        reload(hub, config, console);
                        watchFiles(watch, hub);
                    });
            waitForTheEnd(console);
        }
    }

    private static void watchFiles(@Nullable ConfigWatch watch, Hub hub) {
        if (watch != null) {
            watch.alsoWatch(hub.config().files());
        }
    }

    private static boolean isProgram(SourceConfig source) {
        return source instanceof McpSourceConfig mcp && mcp.command() != null;
    }

    private static void start(Hub hub) {
        try {
            hub.start();
        } catch (IllegalStateException e) {
            throw new CommandFailure(
                            ExitCode.FAILED, "CANNOT_SERVE", String.valueOf(e.getMessage()))
                    .causedBy(e);
        }
    }

    /**
     * Collects what the import of documents leaves, several times what is kept of them. The JVM by
     * itself would keep that memory until it runs short of it.
     */
    private static void giveBackMemory(Hub hub) {
        Thread.ofVirtual()
                .name("operations-give-back-memory")
                .start(
                        () -> {
                            if (hub.awaitSources(LONGEST_IMPORT)) {
                                System.gc();
                            }
                        });
    }

    private static void waitForTheEnd(Console console) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // The way a hub is told to stop: closing it lets running calls end.
            console.note("Stopping …");
        }
    }

    /** The config with what the command line adds, which applies to reloads as well. */
    private HubConfig given(HubFile config) {
        if (folder == null) {
            return listening(config.read());
        }
        if (!Files.isDirectory(folder)) {
            throw CommandFailure.noFile(
                    "there is no folder " + folder,
                    "operations new " + folder.resolve("hello") + " makes it, with a first file.");
        }
        return listening(watching(folder, file == null ? HubFile.empty() : config.read()));
    }

    /** The config with a folder as a source of its own. */
    private static HubConfig watching(Path folder, HubConfig config) {
        List<SourceConfig> sources = new ArrayList<>(config.sources());
        List<String> taken = sources.stream().map(SourceConfig::name).toList();
        Path last = folder.toAbsolutePath().normalize().getFileName();
        String wanted = last == null ? "" : last.toString().replaceAll("[^A-Za-z0-9_.-]", "-");
        String name = wanted.isEmpty() ? "folder" : wanted;
        for (int i = 2; taken.contains(name); i++) {
            name = wanted + "-" + i;
        }
        sources.add(ScanSourceConfig.watching(name, folder));
        return config.withSources(sources);
    }

    /** The config with the address of the command line. */
    private HubConfig listening(HubConfig config) {
        if (port == null && host == null) {
            return config;
        }
        ListenConfig listen = config.listen();
        try {
            listen = host == null ? listen : listen.withHost(host);
            listen = port == null ? listen : listen.withPort(port);
            return config.withListen(listen);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        }
    }

    private void reload(Hub hub, HubFile config, Console console) {
        try {
            hub.reload(given(config), config.toString());
            console.note("Reloaded " + config);
            giveBackMemory(hub);
        } catch (ConfigException | CommandFailure e) {
            console.note("Not reloaded, the config is unchanged:\n" + e.getMessage());
        }
    }

    private void ready(Hub hub, Console console) {
        List<JsonNode> sources = hub.sources().stream().map(SourceEntry::toJson).toList();
        int operations = hub.registry().size();
        ObjectNode json = Json.mapper().createObjectNode().put("operations", operations);
        if (!hub.config().gateways().isEmpty()) {
            json.put("uri", hub.uri().toString());
        }
        json.putArray("sources").addAll(sources);
        String text = "Serving " + operations + " operations" + loading(sources) + address(hub);
        console.result(() -> json, () -> console.line(text));
        if (folder != null && operations == 0) {
            console.note("Waiting for files · try: operations new " + folder.resolve("hello"));
        }
        console.flush();
    }

    /** What is not there yet: the number of operations is not the last word then. */
    static String loading(List<JsonNode> sources) {
        long loading =
                sources.stream()
                        .map(source -> Listing.text(source, "state"))
                        .filter(state -> state.equals("new"))
                        .count();
        return loading == 0 ? "" : " (" + Console.count(loading, "source") + " still loading)";
    }

    private static String address(Hub hub) {
        if (hub.config().gateways().isEmpty()) {
            return " without a gateway";
        }
        String uri = hub.uri().toString();
        if (hub.config().gateways().stream().noneMatch(RestGatewayConfig.class::isInstance)) {
            return " at " + uri;
        }
        boolean usual = uri.equals(TargetCommand.DEFAULT_HUB);
        String open = hub.config().hasConsole() ? " · open it in a browser or try: " : " · try: ";
        return " at " + uri + open + "operations list" + (usual ? "" : " --hub " + uri);
    }
}
