package dev.alkdev.operations.benchmarks;

import com.sun.management.OperatingSystemMXBean;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.mcp.McpOptions;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApiSource;

import jakarta.servlet.http.HttpServletRequest;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code tools/list} over HTTP of a registry full of imported operations: the first one, of a
 * gateway and of a caller, those that follow, and the first one after a change of the registry. The
 * times are those of the processors, which on a busy machine say more than a clock does: of the
 * process, with the client, the compiler and the garbage collector, and of the threads that carry
 * the server alone; and by the clock, for a quiet machine.
 *
 * <pre>McpList DOCUMENT [ROUNDS]</pre>
 */
public final class McpList {
    private static final String BODY =
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{}}}}\
            """;

    /** Times of one request: of the process, of the server, by the clock. */
    private static final int COLUMNS = 3;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final HttpClient client = HttpClient.newHttpClient();

    private McpList() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        List<double[]> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            // A fresh import each time: its operations have been listed nowhere.
            OperationRegistry registry = OperationRegistry.create();
            try (OpenApiSource source =
                    OpenApiSource.of(
                            DocumentSource.file(Path.of(args[0])),
                            HttpServiceOptions.builder("api")
                                    .baseUrl("http://127.0.0.1:1")
                                    .build())) {
                source.start(registry);
                all.add(new McpList().round(registry));
            }
        }
        String[] names = {"first", "again", "first of another caller", "first after a change"};
        for (int i = 0; i < names.length; i++) {
            System.out.printf("tools/list, %-24s %s%n", names[i], times(all, COLUMNS * i));
            System.out.printf("  the server alone %19s %s%n", "", times(all, COLUMNS * i + 1));
            System.out.printf("  by the clock %23s %s%n", "", times(all, COLUMNS * i + 2));
        }
    }

    /** The first of all rounds, and what the second half of them comes to. */
    private static String times(List<double[]> rounds, int column) {
        double[] sorted =
                rounds.stream()
                        .skip(rounds.size() / 2)
                        .mapToDouble(row -> row[column])
                        .sorted()
                        .toArray();
        return String.format(
                "cold %6.1f ms, warm: median %5.1f ms, least %5.1f ms",
                rounds.getFirst()[column], sorted[sorted.length / 2], sorted[0]);
    }

    private double[] round(OperationRegistry registry) throws Exception {
        registry.register(
                OperationSpec.query("extra.private").describedAs("Private").requires("x").build(),
                (input, context) -> "");
        Server server =
                McpServers.start(
                        McpGateway.over(registry)
                                .authenticator(new ByName())
                                .options(McpOptions.defaults().withPageSize(10_000))
                                .build()
                                .servlet());
        try {
            URI uri =
                    URI.create(
                            "http://127.0.0.1:"
                                    + ((ServerConnector) server.getConnectors()[0]).getLocalPort()
                                    + "/mcp");
            // The connection and what is made with the first request are not what is measured.
            ask(uri, "ann", "server/discover");
            double[] times = new double[4 * COLUMNS];
            list(uri, "ann", times, 0);
            list(uri, "ann", times, COLUMNS);
            list(uri, "bob", times, 2 * COLUMNS);
            registry.register(
                    OperationSpec.query("extra.more").describedAs("More").build(),
                    (input, context) -> "");
            list(uri, "ann", times, 3 * COLUMNS);
            return times;
        } finally {
            server.stop();
        }
    }

    private void list(URI uri, String caller, double[] times, int at) throws Exception {
        long start = PROCESS.getProcessCpuTime();
        long carried = carriers();
        long clock = System.nanoTime();
        int length = ask(uri, caller, "tools/list");
        times[at + 2] = (System.nanoTime() - clock) / 1e6;
        times[at] = (PROCESS.getProcessCpuTime() - start) / 1e6;
        times[at + 1] = (carriers() - carried) / 1e6;
        if (length < 100_000) {
            throw new IllegalStateException("a listing of " + length + " bytes");
        }
    }

    /** The time of the threads that carry virtual ones, on which nothing but the server runs. */
    private static long carriers() {
        long time = 0;
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith("ForkJoinPool-")) {
                time += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return time;
    }

    private int ask(URI uri, String caller, String method) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", method)
                        .header("Authorization", caller)
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        BODY.replace("tools/list", method)))
                        .build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body().length;
    }

    /** Takes every name for true. Each has rights of its own. */
    private static final class ByName implements RequestAuthenticator {
        @Override
        public Caller authenticate(HttpServletRequest request) {
            String name = request.getHeader("Authorization");
            return Caller.of(new Identity(name, Set.of("x", name), Map.of()));
        }
    }
}
