package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Serves MCP over stdio. */
final class StdioServer {
    private final McpServer server;
    private final Caller caller;
    private final OutputStream out;

    StdioServer(McpServer server, Caller caller, OutputStream out) {
        this.server = server;
        this.caller = caller;
        this.out = out;
    }

    void serve(InputStream in) throws IOException {
        if (in.read() >= 0) {
            throw new IOException(server.parts() + " cannot serve " + caller + " to " + out);
        }
    }
}
