package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.jetty.JettyClientWatch;
import dev.alkdev.operations.mcp.McpDirectory;
import dev.alkdev.operations.mcp.McpGateway;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

import java.net.URI;
import java.time.Duration;

/** What the suite expects of a server: ordinary operations, resources and prompts, at /mcp. */
final class ConformanceServer implements AutoCloseable {
    private final JettyClientWatch watch = new JettyClientWatch(Duration.ofMillis(250));
    private final Server server;
    private final ServerConnector connector;

    private ConformanceServer(int port) {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("mcp-"));
        server = new Server(threads);
        connector = JettyClientWatch.connector(server, new HttpConnectionFactory());
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder servlet = new ServletHolder(gateway().servlet());
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, "/mcp/*");
        server.setHandler(context);
    }

    /**
     * Starts a server on the loopback.
     *
     * @param port 0 for any that is free
     */
    static ConformanceServer start(int port) throws Exception {
        ConformanceServer server = new ConformanceServer(port);
        server.server.start();
        return server;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/mcp");
    }

    private McpGateway gateway() {
        OperationRegistry registry = OperationRegistry.create();
        McpDirectory directory = new McpDirectory();
        TestCatalog catalog = new TestCatalog(() -> directory.changed("test"));
        directory.add("test", AccessControl.none(), catalog);
        Tools tools = new Tools(registry);
        ContentTools.addTo(tools);
        ReportingTools.addTo(tools);
        AskingTools.addTo(tools);
        InputRequiredTools.addTo(tools);
        SchemaTools.addTo(tools, registry);
        ChangingTools.addTo(tools, registry, catalog);
        return McpGateway.over(registry)
                .info("operations-conformance", "1.0")
                .directory(directory)
                .clientWatch(watch)
                .build();
    }

    void join() throws InterruptedException {
        server.join();
    }

    @Override
    public void close() throws Exception {
        server.stop();
        watch.close();
    }
}
