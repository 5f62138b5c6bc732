package dev.alkdev.operations.cli;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.mcp.McpGateway;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Serves MCP over stdio. */
@Command(
        name = "mcp",
        header = "Serves operations as tools, to one MCP client, over stdio.",
        description = {
            "For the config of an agent: it starts this command and speaks MCP with it. Standard",
            "output has nothing but the protocol; what is logged goes to standard error. Ends with",
            "its input. Serves the operations of a config, or those of a hub that runs; without",
            "either the examples."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  operations mcp hub.yaml",
            "  operations mcp hub.yaml --at search",
            "  operations mcp --hub http://127.0.0.1:7700",
            "  claude mcp add shop -- operations mcp /path/to/hub.yaml"
        })
final class McpCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The config, YAML or JSON")
    @Nullable Path file;

    @Option(
            names = "--hub",
            paramLabel = "URL",
            description = "Serve the operations of this hub, which runs")
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

    private final Console console;

    McpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        String secret = token != null ? token : console.variable("OPERATIONS_TOKEN");
        String address = hub;
        if (address == null) {
            return serveConfig(secret);
        }
        if (file != null) {
            throw CommandFailure.usage("--hub and a config exclude each other");
        }
        try (HubRelay relay = new HubRelay(HubAddress.parse(address), secret, place)) {
            return serve(relay.gateway(), Caller.trusted());
        }
    }

    private int serveConfig(@Nullable String secret) {
        HubConfig config = new HubFile(file).read();
        Caller caller = LocalTarget.caller(config, secret);
        try (Hub own = Hub.of(config)) {
            own.startSources();
            // Many clients read the list of tools once, and never look again.
            own.awaitSources(PATIENCE);
            return serve(place == null ? own.mcp() : own.mcp().at(place), caller);
        }
    }

    /** Reading cannot be interrupted, so that another thread reads. */
    private int serve(McpGateway gateway, Caller caller) {
        CompletableFuture<Void> served = new CompletableFuture<>();
        OutputStream out = console.out();
        Thread.ofPlatform()
                .daemon()
                .name("operations-mcp")
                .start(
                        () -> {
                            try {
                                gateway.serve(console.in(), out, caller);
                                served.complete(null);
                            } catch (IOException | RuntimeException e) {
                                served.completeExceptionally(e);
                            }
                        });
        try {
            served.get();
            return ExitCode.OK;
        } catch (InterruptedException e) {
            return ExitCode.OK;
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new CommandFailure(
                    ExitCode.FAILED, "CANNOT_SERVE", String.valueOf(cause.getMessage()));
        }
    }
}
