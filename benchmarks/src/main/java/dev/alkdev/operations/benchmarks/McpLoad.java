package dev.alkdev.operations.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code tools/call} over HTTP, at 64 connections, of our gateway beside the MCP Java SDK and, if
 * its jar is given, a Quarkus MCP server; and, one call at a time, of our gateway beside one that
 * passes the call on to it. Each server is a process of its own, the client is this one: calls a
 * second, times, and processor time of the server for a call, which depends least on what else the
 * machine does.
 */
public final class McpLoad {
    private static final int MANY = 64;

    /**
     * The compilers are done after so many calls, and not after a time: other programs run, too.
     */
    private static final int WARM_UP_CALLS = 200_000;

    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(60);

    private McpLoad() {}

    /**
     * Takes the milliseconds of a turn, the number of rounds, and the {@code quarkus-run.jar} of a
     * server with the tool {@code bench_echo}, if there is one.
     */
    public static void main(String[] args) throws Exception {
        Duration turn = Duration.ofMillis(args.length > 0 ? Long.parseLong(args[0]) : 2_000);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        List<Subject> subjects = new ArrayList<>();
        try {
            Subject gateway = Subject.of("gateway", modern("bench_echo"), McpServers.GATEWAY);
            subjects.add(gateway);
            subjects.add(Subject.of("MCP Java SDK", legacy(""), McpServers.SDK));
            if (args.length > 2) {
                subjects.add(Subject.quarkus(Path.of(args[2])));
            }
            subjects.add(new Subject("gateway", gateway.process, gateway.port, gateway.request, 1));
            Subject proxy =
                    Subject.of(
                            "proxy",
                            modern("up_bench_echo"),
                            McpServers.PROXY,
                            "http://localhost:" + gateway.port + "/mcp");
            subjects.add(new Subject("proxy", proxy.process, proxy.port, proxy.request, 1));
            run(subjects, turn, rounds);
        } finally {
            subjects.forEach(subject -> subject.process.destroy());
        }
    }

    private static void run(List<Subject> subjects, Duration turn, int rounds) throws Exception {
        for (Subject subject : subjects) {
            warmUp(subject, turn);
        }
        for (int round = 0; round < rounds; round++) {
            for (Subject subject : subjects) {
                subject.run(turn);
            }
        }
        subjects.forEach(Subject::print);
    }

    private static void warmUp(Subject subject, Duration turn) throws IOException {
        long end = System.nanoTime() + LONGEST_WARM_UP.toNanos();
        for (int calls = 0; calls < WARM_UP_CALLS && System.nanoTime() < end; ) {
            calls += subject.run(turn);
        }
        subject.results.clear();
    }

    static byte[] modern(String tool) {
        return request(
                "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: "
                        + tool
                        + "\r\n",
                call(
                        tool,
                        ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                                + "\"io.modelcontextprotocol/clientCapabilities\":{}}"));
    }

    private static byte[] legacy(String headers) {
        return request("MCP-Protocol-Version: 2025-11-25\r\n" + headers, call("bench_echo", ""));
    }

    private static String call(String tool, String meta) {
        return """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":\
        {"name":"%s","arguments":{"text":"hello"}%s}}\
        """
                .formatted(tool, meta);
    }

    private static byte[] request(String headers, String body) {
        String text =
                "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Accept: application/json, text/event-stream\r\n"
                        + headers
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body;
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A server, what it is asked, and what was measured, by name. */
    private static final class Subject {
        private final String name;
        private final Process process;
        private final int port;
        private final byte[] request;
        private final int connections;
        private final Map<String, List<Double>> results = new TreeMap<>();

        Subject(String name, Process process, int port, byte[] request, int connections) {
            this.name = name;
            this.process = process;
            this.port = port;
            this.request = request;
            this.connections = connections;
        }

        static Subject of(String name, byte[] request, String... arguments) throws IOException {
            List<String> command = new ArrayList<>(java());
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.add(McpServers.class.getName());
            command.addAll(List.of(arguments));
            Process process = start(command);
            BufferedReader out =
                    new BufferedReader(
                            new InputStreamReader(
                                    process.getInputStream(), StandardCharsets.US_ASCII));
            return new Subject(name, process, Integer.parseInt(out.readLine()), request, MANY);
        }

        static Subject quarkus(Path jar) throws IOException, InterruptedException {
            int port;
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            List<String> command = new ArrayList<>(java());
            command.addAll(List.of("-Dquarkus.http.port=" + port, "-jar", jar.toString()));
            Process process = start(command);
            return new Subject("Quarkus MCP", process, port, legacy(session(port)), MANY);
        }

        private static List<String> java() {
            String java = ProcessHandle.current().info().command().orElse("java");
            return List.of(java, "-Xmx1g");
        }

        private static Process start(List<String> command) throws IOException {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }

        /** The header of a session, which Quarkus wants even if it keeps nothing in it. */
        private static String session(int port) throws IOException, InterruptedException {
            String body =
                    """
                    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{\
                    "protocolVersion":"2025-11-25","capabilities":{},\
                    "clientInfo":{"name":"bench","version":"1"}}}\
                    """;
            String id = null;
            for (int i = 0; i < 300 && id == null; i++) {
                Thread.sleep(100);
                try {
                    id = post(port, body, "").headers().firstValue("Mcp-Session-Id").orElse(null);
                } catch (IOException notYet) {
                    // It listens when it does.
                }
            }
            if (id == null) {
                throw new IOException("the Quarkus server opens no session");
            }
            post(port, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", id);
            return "Mcp-Session-Id: " + id + "\r\n";
        }

        private static HttpResponse<String> post(int port, String body, String session)
                throws IOException, InterruptedException {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/mcp"))
                            .header("Content-Type", "application/json")
                            .header("Accept", "application/json, text/event-stream")
                            .POST(HttpRequest.BodyPublishers.ofString(body));
            if (!session.isEmpty()) {
                request.header("Mcp-Session-Id", session);
            }
            return HttpClient.newHttpClient()
                    .send(request.build(), HttpResponse.BodyHandlers.ofString());
        }

        int run(Duration time) throws IOException {
            try (HttpLoad load = new HttpLoad(port, connections, request)) {
                Duration before = cpu();
                long start = System.nanoTime();
                load.run(time);
                double seconds = (System.nanoTime() - start) / 1e9;
                add("calls/s", load.calls() / seconds);
                add("cpu", cpu().minus(before).toNanos() / 1e3 / load.calls());
                add("p50", load.percentile(0.5));
                add("p99", load.percentile(0.99));
                return load.calls();
            }
        }

        private Duration cpu() {
            return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
        }

        private void add(String what, double value) {
            results.computeIfAbsent(what, key -> new ArrayList<>()).add(value);
        }

        private double mean(String what) {
            return results.getOrDefault(what, List.of()).stream()
                    .mapToDouble(it -> it)
                    .average()
                    .orElse(0);
        }

        void print() {
            System.out.printf(
                    "tools/call, %2d: %-13s %,8.0f/s, p50 %,6.0f us, p99 %,6.0f us,"
                            + " %4.1f us of the server's processors a call%n",
                    connections, name, mean("calls/s"), mean("p50"), mean("p99"), mean("cpu"));
        }
    }
}
