package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An MCP server of 2025-11-25 over stdio, in a process of its own, with the faults that its
 * arguments name. It ends with its input. An argument that is a path names a file that it writes
 * when it is asked to end.
 */
final class FaultyServer {
    private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private final Set<String> faults;
    private final Set<String> subscribed = new TreeSet<>();
    private final AtomicInteger lists = new AtomicInteger();
    private volatile boolean opened;
    private final AtomicInteger listed = new AtomicInteger();

    private FaultyServer(Set<String> faults) {
        this.faults = faults;
    }

    /** Starts one. */
    static McpServerOptions.Builder options(String... faults) {
        String[] arguments = new String[7 + faults.length];
        String[] java = {
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            FaultyServer.class.getName()
        };
        System.arraycopy(java, 0, arguments, 0, java.length);
        System.arraycopy(faults, 0, arguments, java.length, faults.length);
        return McpServerOptions.command(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        arguments)
                .era(McpEra.LEGACY);
    }

    public static void main(String[] arguments) throws Exception {
        new FaultyServer(Set.of(arguments)).run();
    }

    private void run() throws Exception {
        if (faults.contains("changing")) {
            Thread.ofPlatform().daemon().start(this::change);
        }
        if (faults.contains("detached")) {
            new ProcessBuilder("sh", "-c", "setsid sleep 98765 > /dev/null 2>&1 &")
                    .start()
                    .waitFor();
        }
        for (String fault : faults) {
            if (fault.startsWith("/")) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> record(Path.of(fault))));
            }
        }
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode message = Json.parse(line);
            if (message.has("id") && message.has("method")) {
                respond(message);
            }
            if (faults.contains("deaf")
                    && message.path("method").asString("").equals("tools/list")) {
                TimeUnit.HOURS.sleep(1);
            }
        }
    }

    private static void record(Path file) {
        try {
            Files.writeString(file, "terminated");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void respond(JsonNode message) {
        String id = message.get("id").toString();
        JsonNode params = message.path("params");
        switch (message.path("method").asString("")) {
            case "initialize" ->
                    result(
                            id,
                            """
                            {"protocolVersion": "2025-11-25", "serverInfo": {"name": "faulty", "version": "1"},
                             "capabilities": {"tools": {"listChanged": true}, "resources": {"subscribe": true}, "prompts": {}}}
                            """);
            case "tools/list" -> result(id, tools(params.path("cursor").asString("")));
            case "resources/list" ->
                    result(id, "{\"resources\": [{\"uri\": \"note://1\", \"name\": \"one\"}]}");
            case "resources/templates/list" -> result(id, "{\"resourceTemplates\": []}");
            case "resources/unsubscribe" -> {
                subscribed.remove(params.path("uri").asString());
                if (!faults.contains("unsubscribe")) {
                    result(id, "{}");
                }
            }
            case "resources/subscribe" -> {
                subscribed.add(params.path("uri").asString());
                result(id, "{}");
            }
            case "tools/call" -> call(id, params);
            case "prompts/list" -> {
                if (faults.contains("prompts")) {
                    send(
                            "{\"jsonrpc\": \"2.0\", \"id\": "
                                    + id
                                    + ", \"error\": {\"code\": -32603, \"message\": \"no disk\"}}");
                } else {
                    result(id, "{\"prompts\": []}");
                }
            }
            default -> result(id, "{}");
        }
    }

    private String tools(String cursor) {
        int list = lists.incrementAndGet();
        if (faults.contains("endless")) {
            return "{\"tools\": ["
                    + tool("t" + listed.incrementAndGet(), "d".repeat(1_000_000))
                    + "], \"nextCursor\": \"c"
                    + list
                    + "\"}";
        }
        StringBuilder tools = new StringBuilder(tool("echo", "Echoes."));
        if (faults.contains("changing")) {
            for (int i = 0; i < 50; i++) {
                tools.append(',').append(tool("tool" + i, "Generation " + list));
            }
        }
        tools.append(
                ",{\"name\": \"task\", \"inputSchema\": {\"type\": \"object\"}, \"execution\":"
                        + " {\"taskSupport\": \"required\"}}");
        return "{\"tools\": [" + tools + "], \"nextCursor\": \"\"}";
    }

    private static String tool(String name, String description) {
        return "{\"name\": \"%s\", \"description\": \"%s\", \"inputSchema\": {\"type\": \"object\"}}"
                .formatted(name, description);
    }

    private void call(String id, JsonNode params) {
        JsonNode raw = params.path("arguments").path("raw");
        if (raw.isString()) {
            send(raw.asString().replace("ID", id));
        } else {
            act(id, params);
        }
    }

    private void act(String id, JsonNode params) {
        JsonNode arguments = params.path("arguments");
        switch (arguments.path("do").asString("")) {
            case "deep" ->
                    send(
                            "{\"jsonrpc\":\"2.0\",\"id\":"
                                    + id
                                    + ",\"result\":{\"content\":[],\"structuredContent\":"
                                    + "{\"a\":".repeat(2_000)
                                    + "1"
                                    + "}".repeat(2_000)
                                    + "}}");
            case "progress" -> {
                String token = params.path("_meta").path("progressToken").toString();
                for (int i = 1; i <= arguments.path("times").asInt(); i++) {
                    send(
                            ("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/progress\","
                                 + " \"params\": {\"progressToken\": %s, \"progress\": %d,"
                                 + " \"message\": \"%s\"%s}}")
                                    .formatted(
                                            token,
                                            i,
                                            "m".repeat(arguments.path("bytes").asInt()),
                                            arguments.path("more").asString("")));
                }
                result(id, "{\"content\": []}");
            }
            case "touch" -> {
                for (String uri : subscribed) {
                    send(
                            "{\"jsonrpc\": \"2.0\", \"method\":"
                                + " \"notifications/resources/updated\", \"params\": {\"uri\": \""
                                    + uri
                                    + "\"}}");
                }
                result(id, "{\"content\": []}");
            }
            case "urls" -> urls(id);
            case "opened" -> {
                opened = true;
                send(
                        "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/elicitation/complete\","
                                + " \"params\": {\"elicitationId\": \"e1\"}}");
                result(id, "{\"content\": []}");
            }
            case "meta" -> result(id, text(params.path("_meta").toString()));
            case "result" -> result(id, arguments.get("result").toString());
            default -> result(id, text(arguments.path("text").asString("")));
        }
    }

    private static String text(String text) {
        return "{\"content\": [{\"type\": \"text\", \"text\": %s}]}"
                .formatted(
                        new String(Json.write(StringNode.valueOf(text)), StandardCharsets.UTF_8));
    }

    private void urls(String id) {
        if (opened) {
            result(id, text("paid"));
            return;
        }
        send(
                "{\"jsonrpc\": \"2.0\", \"id\": "
                        + id
                        + ", \"error\": {\"code\": -32042, \"message\": \"Pay first\", \"data\":"
                        + " {\"elicitations\": [{\"mode\": \"url\", \"elicitationId\": \"e1\","
                        + " \"url\": \"https://pay.example/7\", \"message\": \"Pay here\"}]}}}");
    }

    private void change() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(5);
                send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/tools/list_changed\"}");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void result(String id, String result) {
        send("{\"jsonrpc\": \"2.0\", \"id\": " + id + ", \"result\": " + result + "}");
    }

    private synchronized void send(String message) {
        out.print(message.replace('\n', ' ') + "\n");
        out.flush();
    }
}
