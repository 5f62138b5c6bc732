package dev.alkdev.operations.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server of 2025-06-18 that responds to each request in another wrong way, at random: over
 * stdio in a process of its own, or over HTTP.
 */
final class HostileMcpServer implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("\"id\":\"?([\\w.-]+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([\\w/]+)");
    private static final Pattern TOKEN = Pattern.compile("\"progressToken\":(\\d+)");

    private final AtomicInteger lists = new AtomicInteger();
    private final Random random;
    private final HttpServer http;

    private HostileMcpServer(Random random, HttpServer http) {
        this.random = random;
        this.http = http;
    }

    /** Sends messages to the client of a request. */
    private interface Out {
        void send(String message) throws IOException;
    }

    /** Starts one over HTTP. */
    static HostileMcpServer start(long seed) throws IOException {
        HttpServer http =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HostileMcpServer server = new HostileMcpServer(new Random(seed), http);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/mcp", server::handle);
        http.start();
        return server;
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/mcp";
    }

    @Override
    public void close() {
        http.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (!request.contains("\"id\"") || !request.contains("\"method\"")) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            boolean events = chance(2);
            exchange.getResponseHeaders()
                    .add("Content-Type", events ? "text/event-stream" : "application/json");
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            respond(
                    request,
                    message -> {
                        String text = events ? "data: " + message + "\n\n" : message;
                        body.write(text.getBytes(StandardCharsets.UTF_8));
                        body.flush();
                    });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Serves standard input. */
    public static void main(String[] arguments) throws Exception {
        HostileMcpServer server =
                new HostileMcpServer(new Random(Long.parseLong(arguments[0])), null);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.contains("\"id\"") && line.contains("\"method\"")) {
                String request = line;
                Thread.ofVirtual().start(() -> server.write(request));
                if (server.chance(200)) {
                    TimeUnit.SECONDS.sleep(2);
                }
            }
        }
    }

    private void write(String request) {
        try {
            respond(
                    request,
                    message -> {
                        synchronized (System.out) {
                            System.out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
                            System.out.flush();
                        }
                    });
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    private void respond(String request, Out out) throws IOException, InterruptedException {
        Matcher method = METHOD.matcher(request);
        Matcher found = ID.matcher(request);
        String id = found.find() ? found.group(1) : "0";
        switch (method.find() ? method.group(1) : "") {
            case "initialize" ->
                    result(
                            id,
                            "{\"protocolVersion\":\"2025-06-18\",\"serverInfo\":{\"name\":\"evil\",\"version\":\"1\"},"
                                + "\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{},\"prompts\":{}}}",
                            out);
            case "tools/list" -> result(id, list("tools"), out);
            case "resources/list" -> result(id, list("resources"), out);
            case "prompts/list" -> result(id, list("prompts"), out);
            case "server/discover" ->
                    out.send(
                            "{\"jsonrpc\":\"2.0\",\"id\":"
                                    + id
                                    + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
            case "tools/call" -> misbehave(id, request, out);
            default -> result(id, "{}", out);
        }
    }

    /** Most lists are short, so that there is something to call. */
    private String list(String name) {
        int number = lists.incrementAndGet();
        StringBuilder items =
                new StringBuilder("{\"name\":\"go\",\"inputSchema\":{\"type\":\"object\"}}");
        int more = number < 4 || chance(2) ? upTo(10) : upTo(2_000);
        for (int i = 0; i < more; i++) {
            items.append(",{\"name\":\"t")
                    .append(number % 7)
                    .append('_')
                    .append(i)
                    .append("\",\"uri\":\"u:")
                    .append(i)
                    .append("\",\"description\":\"")
                    .append("d".repeat(upTo(chance(50) ? 100_000 : 200)))
                    .append("\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"p")
                    .append(number)
                    .append("\":{\"type\":\"any\"}}}}");
        }
        String cursor = number > 4 && chance(2) ? ",\"nextCursor\":\"c" + number + "\"" : "";
        return "{\"" + name + "\":[" + items + "]" + cursor + "}";
    }

    private void misbehave(String id, String request, Out out)
            throws IOException, InterruptedException {
        int size = upTo(chance(3) ? 6_000_000 : 10_000);
        switch (random.nextInt(14)) {
            case 0 -> result(id, content("x".repeat(size)), out);
            case 1 -> result(id, "{\"structuredContent\":[" + "[],".repeat(size / 3) + "1]}", out);
            case 2 -> result(id, "{\"a\":".repeat(3_000) + "1" + "}".repeat(3_000), out);
            case 3, 4 -> progress(id, request, out);
            case 5 -> flood("notifications/message", "\"level\":\"info\",\"data\":\"%s\"", out);
            case 6 -> flood("notifications/tools/list_changed", "\"x\":\"%s\"", out);
            case 7 -> questions(out);
            case 8 -> out.send("x".repeat(size));
            case 9 ->
                    out.send(
                            "{\"jsonrpc\":\"2.0\",\"id\":"
                                    + id
                                    + ",\"result\":"
                                    + "[".repeat(size));
            case 10 -> TimeUnit.MILLISECONDS.sleep(upTo(3_000));
            case 11 -> result("\"" + "9".repeat(upTo(1_000)) + "\"", content("other"), out);
            case 12 -> {
                if (chance(10)) {
                    throw new IOException("the server ends");
                }
                System.err.println("e".repeat(upTo(100_000)));
                result(id, content("ok"), out);
            }
            default -> result(id, content("ok"), out);
        }
    }

    private static String content(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
    }

    private void progress(String id, String request, Out out) throws IOException {
        Matcher token = TOKEN.matcher(request);
        String found = token.find() ? token.group(1) : "0";
        String message = "m".repeat(upTo(1_000_000));
        for (int i = 1; i <= 100; i++) {
            out.send(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                            + found
                            + ",\"progress\":"
                            + i
                            + ",\"message\":\""
                            + message
                            + "\"}}");
        }
        result(id, content("done"), out);
    }

    private void flood(String method, String params, Out out) throws IOException {
        String text = params.formatted("y".repeat(upTo(50_000)));
        for (int i = 0; i < 300; i++) {
            out.send(
                    "{\"jsonrpc\":\"2.0\",\"method\":\""
                            + method
                            + "\",\"params\":{"
                            + text
                            + "}}");
        }
    }

    private void questions(Out out) throws IOException {
        String text = "q".repeat(upTo(100_000));
        for (int i = 0; i < 300; i++) {
            out.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"q"
                            + i
                            + "\",\"method\":\"elicitation/create\",\"params\":{\"message\":\""
                            + text
                            + "\"}}");
        }
    }

    private static void result(String id, String result, Out out) throws IOException {
        out.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }
}
