package dev.alkdev.operations.cli;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpDirectory;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSource;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Serves MCP over stdio. */
@Command(
        name = "mcp",
        header = "Serves operations as tools, to one MCP client, over stdio.",
        description = {
            "For the config of an agent, which starts this command as an MCP server. Standard",
            "output has nothing but the protocol; the log goes to standard error. Exits at the end",
            "of its input. Serves the operations of a config, or those of a running hub; without",
            "either the examples."
        },
        footer = {
            "  operations mcp hub.yaml",
            "  operations mcp hub.yaml --at search",
            "  operations mcp --hub http://127.0.0.1:7700",
            "  claude mcp add shop -- operations mcp /path/to/hub.yaml"
        })
final class McpCommand implements ConsoleCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The internal namespace of operations of a hub. */
    private static final String HUB = "hub";

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The config, YAML or JSON")
    @Nullable Path file;

    @Option(
            names = "--hub",
            paramLabel = "URL",
            description = "Serve the operations of a running hub")
    @Nullable String hub;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Bearer token for the hub, or a token of the config: serve what it may use"
                            + " (default: $OPERATIONS_TOKEN; without, everything of a config)")
    @Nullable String token;

    @Option(
            names = "--at",
            paramLabel = "PLACE",
            description =
                    "A namespace: serve its tools only, with short names. Or search: tools that"
                            + " find and call the others")
    @Nullable String place;

    @Override
    public int run(Console console) {
        String secret = token != null ? token : console.variable("OPERATIONS_TOKEN");
        if (hub != null && file != null) {
            throw CommandFailure.usage("--hub and a config exclude each other");
        }
        return hub == null
                ? serveConfig(secret, console)
                : serveHub(HubAddress.parse(hub), secret, console);
    }

    /**
     * Names, results, questions and progress are those of the hub; a hub that is away for a while
     * is connected to again.
     */
    private int serveHub(HubAddress address, @Nullable String secret, Console console) {
        McpServerOptions.Builder config = McpServerOptions.url(address.mcp(place));
        if (secret != null) {
            config.bearer(secret);
        }
        McpDirectory directory = new McpDirectory();
        OperationRegistry registry = OperationRegistry.create();
        try (McpSource source = McpSource.of(HUB, config.build(), directory)) {
            source.start(registry);
            OperationSource.Status status = source.status();
            if (status.state() != OperationSource.Status.State.READY) {
                throw CommandFailure.unreachable(
                        "the hub at " + address + " cannot be used: " + status.lastError());
            }
            McpClient client = source.client();
            JsonNode info = client.serverInfo();
            McpGateway.Builder gateway =
                    McpGateway.over(registry)
                            .directory(directory)
                            .info(
                                    info.path("name").asString("operations"),
                                    info.path("version").asString("1"));
            client.instructions().ifPresent(gateway::instructions);
            return serve(gateway.build().at(HUB), Caller.trusted(), console);
        }
    }

    private int serveConfig(@Nullable String secret, Console console) {
        HubConfig config = new HubFile(file).read();
        Caller caller = LocalTarget.caller(config, secret);
        try (Hub own = Hub.of(config)) {
            own.startSources();
            // Many clients read the list of tools once, and never look again.
            own.awaitSources(PATIENCE);
            return serve(place == null ? own.mcp() : own.mcp().at(place), caller, console);
        }
    }

    /** Reading cannot be interrupted, so that another thread reads. */
    private static int serve(McpGateway gateway, Caller caller, Console console) {
        FutureTask<Integer> served =
                new FutureTask<>(
                        () -> {
                            gateway.serve(console.in, console.out, caller);
                            return ExitCode.OK;
                        });
        Thread.ofPlatform().daemon().name("operations-mcp").start(served);
        try {
            return served.get();
        } catch (InterruptedException e) {
            return ExitCode.OK;
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new CommandFailure(
                    ExitCode.FAILED, "CANNOT_SERVE", String.valueOf(cause.getMessage()));
        }
    }
}
