package dev.alkdev.operations.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What one {@code tools/call} over HTTP costs the server: bytes that are allocated, which hardly
 * depend on what else the machine does, and processor time. Server and client are one process; what
 * the client's only thread takes is subtracted.
 *
 * <pre>McpCallCost [ROUNDS [MILLISECONDS]]</pre>
 */
public final class McpCallCost {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int CONNECTIONS = 16;

    private McpCallCost() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 6;
        Duration turn = Duration.ofMillis(args.length > 1 ? Long.parseLong(args[1]) : 3_000);
        Server server = McpServers.start(McpServers.gateway());
        try {
            int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
            for (int round = 0; round < rounds; round++) {
                round(port, turn);
            }
        } finally {
            server.stop();
        }
    }

    private static void round(int port, Duration turn) throws Exception {
        try (HttpLoad load = new HttpLoad(port, CONNECTIONS, McpLoad.modern("bench_echo"))) {
            long bytes = bytes();
            long nanos = nanos();
            load.run(turn);
            System.out.printf(
                    "%,8d calls: %,7d bytes and %5.1f us of processors a call%n",
                    load.calls(),
                    (bytes() - bytes) / load.calls(),
                    (nanos() - nanos) / 1e3 / load.calls());
        }
    }

    private static long bytes() {
        return THREADS.getTotalThreadAllocatedBytes() - THREADS.getCurrentThreadAllocatedBytes();
    }

    private static long nanos() {
        return PROCESS.getProcessCpuTime() - THREADS.getCurrentThreadCpuTime();
    }
}
