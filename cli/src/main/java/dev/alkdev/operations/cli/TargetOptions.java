package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** The options that say where operations are and who asks. For one thread. */
final class TargetOptions {
    static final String DEFAULT_HUB = "http://127.0.0.1:7700";

    @Option(
            names = "--hub",
            paramLabel = "URL",
            description = "The hub to ask; else $OPERATIONS_HUB, else " + DEFAULT_HUB)
    @Nullable String hub;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Who you are, to the hub; else $OPERATIONS_TOKEN, which no process list shows")
    @Nullable String token;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Ask the sources of this config, in this process, without a hub")
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
