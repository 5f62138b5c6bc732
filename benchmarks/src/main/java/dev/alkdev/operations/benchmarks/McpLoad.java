package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.mcp.McpGateway;
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
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * {@code tools/call} over HTTP, at 64 connections, of our gateway beside the stateless servlet of
 * the MCP Java SDK, in the same Jetty. Client and servers share the process.
 */
public final class McpLoad {
    private static final String SCHEMA =
            "{\"type\": \"object\", \"properties\": {\"text\": {\"type\": \"string\"}}}";
    private static final String LEGACY =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"bench_echo\","
                + "\"arguments\":{\"text\":\"hello\"}}}";
    private static final String MODERN =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"bench_echo\","
                + "\"arguments\":{\"text\":\"hello\"},\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

    private McpLoad() {}

    /** Takes the milliseconds of a turn and the number of rounds. */
    public static void main(String[] args) throws Exception {
        Duration turn = Duration.ofMillis(args.length > 0 ? Long.parseLong(args[0]) : 2_000);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        Server server = server();
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        try (RawHttpClient client = new RawHttpClient(port)) {
            Map<String, Double> rates =
                    new LoadRun(64, turn, rounds)
                            .run(
                                    List.of(
                                            subject(client, "gateway", ours()),
                                            subject(client, "MCP Java SDK", theirs())));
            rates.forEach(
                    (name, rate) ->
                            System.out.printf("tools/call, 64: %-16s %,10.0f/s%n", name, rate));
        }
        server.stop();
    }

    private static byte[] ours() {
        return request(
                "/mcp",
                "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name:"
                        + " bench_echo\r\n",
                MODERN);
    }

    private static byte[] theirs() {
        return request("/sdk", "MCP-Protocol-Version: 2025-11-25\r\n", LEGACY);
    }

    private static byte[] request(String path, String headers, String body) {
        String text =
                "POST "
                        + path
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Accept: application/json, text/event-stream\r\n"
                        + headers
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body;
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Server server() throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        add(context, gateway(), "/mcp/*");
        add(context, sdk(), "/sdk/*");
        server.setHandler(context);
        server.start();
        return server;
    }

    private static void add(ServletContextHandler context, HttpServlet servlet, String path) {
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, path);
    }

    private static HttpServlet gateway() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("bench.echo")
                        .describedAs("Echoes")
                        .input(Schema.of(Json.parse(SCHEMA)))
                        .build(),
                (input, context) -> input);
        return McpGateway.over(registry).build().servlet();
    }

    @SuppressWarnings("unchecked")
    private static HttpServlet sdk() {
        HttpServletStatelessServerTransport transport =
                HttpServletStatelessServerTransport.builder().messageEndpoint("/sdk").build();
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

    private static LoadSubject subject(RawHttpClient client, String name, byte[] request) {
        return new LoadSubject() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void call() throws IOException {
                if (client.send(request) < 100) {
                    throw new IllegalStateException(name + " answers too little");
                }
            }

            @Override
            public void close() {}
        };
    }
}
