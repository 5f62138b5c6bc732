package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpDirectory;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.mcp.McpServerConfig;
import dev.alkdev.operations.mcp.McpSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * The MCP server of a hub that runs, for a client over stdio. Names, results, questions and
 * progress are those of the hub; a hub that is away for a while is connected to again.
 */
final class HubRelay implements AutoCloseable {
    private static final String NAMESPACE = "hub";

    private final OperationRegistry registry = OperationRegistry.create();
    private final McpDirectory directory = new McpDirectory();
    private final McpSource source;

    /**
     * Connects.
     *
     * @param place what the hub serves at {@code /mcp/place}; null for everything
     * @throws CommandFailure if no hub is there, or it refuses
     */
    HubRelay(HubAddress hub, @Nullable String token, @Nullable String place) {
        McpServerConfig.Builder config = McpServerConfig.url(hub.mcp(place));
        if (token != null) {
            config.bearer(token);
        }
        source = McpSource.of(NAMESPACE, config.build(), directory);
        source.start(registry);
        SourceStatus status = source.status();
        if (status.state() != SourceStatus.State.READY) {
            source.close();
            throw CommandFailure.unreachable(
                    "the hub at " + hub + " cannot be used: " + status.lastError(), null);
        }
    }

    /** What serves the client. */
    McpGateway gateway() {
        McpClient client = source.client();
        JsonNode info = client.serverInfo();
        McpGateway.Builder gateway =
                McpGateway.over(registry)
                        .directory(directory)
                        .info(
                                info.path("name").asString("operations"),
                                info.path("version").asString("1"));
        client.instructions().ifPresent(gateway::instructions);
        return gateway.build().at(NAMESPACE);
    }

    @Override
    public void close() {
        source.close();
    }
}
