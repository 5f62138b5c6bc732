package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** The options for the address of the hub and the credentials. For one thread. */
final class TargetOptions {
    static final String DEFAULT_HUB = "http://127.0.0.1:7700";

    @Option(
            names = "--hub",
            paramLabel = "URL",
            description = "URL of the hub (default: $OPERATIONS_HUB, or " + DEFAULT_HUB + ")")
    @Nullable String hub;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Bearer token (default: $OPERATIONS_TOKEN, which keeps it out of process"
                            + " lists)")
    @Nullable String token;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Use the sources of this config, in this process, without a hub")
    @Nullable Path config;

    Target open(Console console) {
        String secret = token != null ? token : console.variable("OPERATIONS_TOKEN");
        if (config != null) {
            if (hub != null) {
                throw CommandFailure.usage("--hub and --config exclude each other");
            }
            return LocalTarget.open(config, secret, console);
        }
        String address = hub != null ? hub : console.variable("OPERATIONS_HUB");
        return new HubTarget(HubAddress.parse(address == null ? DEFAULT_HUB : address), secret);
    }
}
