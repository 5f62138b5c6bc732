package dev.alkdev.operations.mcp;

import jakarta.servlet.http.HttpServlet;

/** Serves MCP over HTTP. */
final class McpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient McpServer server;

    McpServlet(GatewayParts parts) {
        server = new McpServer(parts);
    }

    @Override
    public void destroy() {
        server.close();
    }
}
