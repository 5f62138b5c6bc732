package dev.alkdev.operations.mcp;

/** What the transports of a gateway share. */
final class McpServer implements AutoCloseable {
    private final GatewayParts parts;

    McpServer(GatewayParts parts) {
        this.parts = parts;
    }

    GatewayParts parts() {
        return parts;
    }

    @Override
    public void close() {}
}
