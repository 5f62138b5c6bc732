package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.jetty.JettyHandler;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;

import jakarta.servlet.http.HttpServlet;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

import java.util.Map;

/**
 * An MCP server in a process of its own, for {@link McpLoad}: it prints its port and ends with its
 * input. All run in the same Jetty with the threads of a hub, at {@code /mcp}, with one tool that
 * echoes.
 */
final class McpServers {
    static final String GATEWAY = "gateway";
    static final String PROXY = "proxy";
    static final String SDK = "sdk";

    private static final String SCHEMA =
            "{\"type\": \"object\", \"properties\": {\"text\": {\"type\": \"string\"}}}";

    private McpServers() {}

    /** Takes the kind of server, and the URL of the server behind a proxy. */
    public static void main(String[] args) throws Exception {
        HttpServlet servlet =
                switch (args[0]) {
                    case GATEWAY -> gateway();
                    case PROXY -> proxy(args[1]);
                    case SDK -> sdk();
                    default -> throw new IllegalArgumentException("no server " + args[0]);
                };
        Server server = start(servlet);
        System.out.println(((ServerConnector) server.getConnectors()[0]).getLocalPort());
        System.out.flush();
        System.in.transferTo(System.err);
        System.exit(0);
    }

    static Server start(HttpServlet servlet) throws Exception {
        Server server = new Server(new VirtualThreadPool(0));
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(
                JettyHandler.serves(servlet)
                        ? new JettyHandler(Map.of("/mcp/*", servlet))
                        : container(servlet));
        server.start();
        return server;
    }

    private static Handler container(HttpServlet servlet) {
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(holder, "/mcp/*");
        return context;
    }

    static HttpServlet gateway() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("bench.echo")
                        .describedAs("Echoes")
                        .input(Schema.of(Json.parse(SCHEMA)))
                        .build(),
                (input, context) -> input);
        return McpGateway.over(registry).build().servlet();
    }

    /** Its operation is a tool of another server, so that a call passes two. */
    private static HttpServlet proxy(String url) {
        OperationRegistry registry = OperationRegistry.create();
        McpSource.of("up", McpServerOptions.url(url).build()).start(registry);
        return McpGateway.over(registry).build().servlet();
    }

    @SuppressWarnings("unchecked")
    private static HttpServlet sdk() {
        HttpServletStatelessServerTransport transport =
                HttpServletStatelessServerTransport.builder().messageEndpoint("/mcp").build();
        Map<String, Object> schema = Json.mapper().readValue(SCHEMA, Map.class);
        McpServer.sync(transport)
                .serverInfo("bench", "1")
                .capabilities(ServerCapabilities.builder().tools(false).build())
                .toolCall(
                        Tool.builder("bench_echo", schema).description("Echoes").build(),
                        (context, request) ->
                                CallToolResult.builder()
                                        .addTextContent(
                                                Json.mapper()
                                                        .writeValueAsString(request.arguments()))
                                        .structuredContent(request.arguments())
                                        .build())
                .build();
        return transport;
    }
}
