package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An MCP server over stdio, run as a process of its own, that does what servers should not do and
 * some that they may do. The first argument is a file into which it writes what it receives, the
 * others say what is odd about it.
 */
final class OddServer {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final List<String> PLAIN =
            List.of(
                    ("slow cancelled die ask sample progress meta env log noise change fail json"
                                    + " large rounds")
                            .split(" ", -1));

    private final PrintStream out = System.out;
    private final Path record;
    private final List<String> oddities;
    private final Map<String, CountDownLatch> running = new ConcurrentHashMap<>();
    private final List<String> cancelled = new CopyOnWriteArrayList<>();
    private final Map<String, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private volatile boolean changed;

    private OddServer(Path record, List<String> oddities) {
        this.record = record;
        this.oddities = oddities;
    }

    public static void main(String[] arguments) throws Exception {
        new OddServer(Path.of(arguments[0]), List.of(arguments).subList(1, arguments.length)).run();
    }

    private boolean is(String oddity) {
        return oddities.contains(oddity);
    }

    private void run() throws Exception {
        if (is("garbage")) {
            out.println("Server starting…");
            out.println("[1, 2");
            out.println("\"a text\"");
        }
        if (is("hangs")) {
            Thread.sleep(Long.MAX_VALUE);
        }
        if (is("ends")) {
            System.err.println("no licence found");
            Runtime.getRuntime().halt(7);
        }
        if (is("children")) {
            new ProcessBuilder("sleep", "1000").inheritIO().start();
        }
        if (is("immortal")) {
            Runtime.getRuntime().addShutdownHook(new Thread(OddServer::sleepForEver));
        }
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Files.writeString(
                    record, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            handle(Json.parse(line));
        }
        if (is("immortal")) {
            sleepForEver();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void sleepForEver() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void send(ObjectNode message) {
        if (is("garbage")) {
            out.println("about to answer");
        }
        out.println(message.put("jsonrpc", "2.0"));
        out.flush();
    }

    private void answer(JsonNode id, JsonNode result) {
        ObjectNode message = NODES.objectNode();
        message.set("id", id);
        message.set("result", result);
        send(message);
    }

    private void fail(JsonNode id, int code, String text) {
        ObjectNode message = NODES.objectNode();
        message.set("id", id);
        message.putObject("error").put("code", code).put("message", text);
        send(message);
    }

    private void tell(String method, ObjectNode params) {
        ObjectNode message = NODES.objectNode().put("method", method);
        message.set("params", params);
        send(message);
    }

    private void handle(JsonNode message) {
        JsonNode id = message.get("id");
        JsonNode params = message.path("params");
        if (!message.has("method")) {
            var waiting = asked.remove(id.asString());
            if (waiting != null) {
                waiting.complete(message);
            }
            return;
        }
        switch (message.path("method").asString()) {
            case "server/discover" -> discover(id);
            case "initialize" -> initialize(id);
            case "tools/list" -> answer(id, tools(params));
            case "tools/call" ->
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    call(id, params);
                                } catch (Exception e) {
                                    fail(id, -32603, e.toString());
                                }
                            });
            case "resources/list" -> {
                ObjectNode result = result();
                result.putArray("resources").addObject().put("uri", "odd://one").put("name", "one");
                answer(id, result);
            }
            case "resources/templates/list" -> fail(id, -32601, "no templates");
            case "resources/read" -> {
                ObjectNode result = result();
                result.putArray("contents")
                        .addObject()
                        .put("uri", params.path("uri").asString())
                        .put("text", "the text");
                answer(id, result);
            }
            case "resources/subscribe" -> {
                answer(id, NODES.objectNode());
                tell(
                        "notifications/resources/updated",
                        NODES.objectNode().put("uri", params.path("uri").asString()));
            }
            case "subscriptions/listen" -> listen(id, params);
            case "notifications/cancelled" -> {
                String request = params.path("requestId").asString();
                cancelled.add(request);
                CountDownLatch latch = running.get(request);
                if (latch != null) {
                    latch.countDown();
                }
            }
            case "ping" -> answer(id, NODES.objectNode());
            default -> {
                if (id != null) {
                    fail(id, -32601, "Method not found");
                }
            }
        }
    }

    private ObjectNode result() {
        ObjectNode result = NODES.objectNode();
        return is("modern")
                ? result.put("resultType", "complete").put("ttlMs", 0).put("cacheScope", "private")
                : result;
    }

    private void discover(JsonNode id) {
        if (is("silent")) {
            return;
        }
        if (!is("modern")) {
            fail(id, -32000, "not initialized");
            return;
        }
        ObjectNode result = result();
        result.putArray("supportedVersions").add("2026-07-28");
        result.set("capabilities", capabilities());
        answer(id, result);
    }

    private ObjectNode capabilities() {
        ObjectNode capabilities = NODES.objectNode();
        capabilities.putObject("tools").put("listChanged", true);
        capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
        return capabilities;
    }

    private void initialize(JsonNode id) {
        if (is("modern")) {
            fail(id, -32601, "this server speaks 2026-07-28 only");
            return;
        }
        ObjectNode result = NODES.objectNode().put("protocolVersion", version());
        result.set("capabilities", capabilities());
        result.putObject("serverInfo").put("name", "odd").put("version", "1");
        answer(id, result);
    }

    private String version() {
        return oddities.stream()
                .filter(oddity -> McpVersion.of(oddity).isPresent())
                .findFirst()
                .orElse("2025-11-25");
    }

    private void listen(JsonNode id, JsonNode params) {
        ObjectNode acknowledged = NODES.objectNode();
        acknowledged.set("notifications", params.path("notifications"));
        acknowledged.putObject("_meta").set("io.modelcontextprotocol/subscriptionId", id);
        tell("notifications/subscriptions/acknowledged", acknowledged);
        for (JsonNode uri : params.path("notifications").path("resourceSubscriptions")) {
            ObjectNode updated = NODES.objectNode().put("uri", uri.asString());
            updated.putObject("_meta").set("io.modelcontextprotocol/subscriptionId", id);
            tell("notifications/resources/updated", updated);
        }
    }

    private ObjectNode tools(JsonNode params) {
        ObjectNode result = result();
        var tools = result.putArray("tools");
        String cursor = params.path("cursor").asString("");
        if (is("pages")) {
            // The same cursor for ever.
            tools.add(tool(cursor.isEmpty() ? "first" : "second"));
            return result.put("nextCursor", "two");
        }
        for (String name : PLAIN) {
            tools.add(tool(name));
        }
        tools.add(tool("odd name/ü"));
        tools.add(tool("nothing").without("inputSchema"));
        ObjectNode network = tool("network");
        network.putObject("inputSchema")
                .put("type", "object")
                .put("$ref", "https://example.invalid/schema.json");
        tools.add(network);
        ObjectNode output = tool("output");
        output.putObject("outputSchema").put("type", "no such type");
        tools.add(output);
        ObjectNode reading = tool("reading");
        reading.putObject("annotations").put("readOnlyHint", true);
        reading.putObject("_meta").put("colour", "blue");
        reading.putArray("icons").addObject().put("src", "https://example.invalid/icon.png");
        tools.add(reading);
        if (changed) {
            tools.add(tool("added"));
        }
        return result;
    }

    private ObjectNode tool(String name) {
        ObjectNode tool = NODES.objectNode().put("name", name);
        tool.put("description", name.equals("slow") && changed ? "Changed." : "Does it.");
        tool.putObject("inputSchema").put("type", "object");
        return tool;
    }

    private void call(JsonNode id, JsonNode params) throws Exception {
        switch (params.path("name").asString()) {
            case "slow" -> {
                CountDownLatch latch = new CountDownLatch(1);
                running.put(id.asString(), latch);
                latch.await();
            }
            case "cancelled" -> text(id, String.join(",", cancelled));
            case "die" -> Runtime.getRuntime().halt(9);
            case "ask" -> text(id, question("elicitation/create", form()).toString());
            case "sample" -> sample(id);
            case "rounds" -> rounds(id, params);
            case "progress" -> progress(id, params);
            case "meta" -> text(id, params.path("_meta").toString());
            case "env" -> text(id, String.join(",", new TreeSet<>(System.getenv().keySet())));
            case "log" -> {
                tell(
                        "notifications/message",
                        NODES.objectNode().put("level", "warning").put("data", "watch out"));
                text(id, "logged");
            }
            case "noise" -> {
                byte[] line = "x".repeat(1023).concat("\n").getBytes(StandardCharsets.US_ASCII);
                for (int i = 0; i < 100 * 1024; i++) {
                    System.err.write(line);
                }
                System.err.println("the last line");
                text(id, "quiet again");
            }
            case "change" -> {
                changed = true;
                tell("notifications/tools/list_changed", NODES.objectNode());
                text(id, "changed");
            }
            case "fail" -> answer(id, textResult("it is broken").put("isError", true));
            case "json" -> text(id, "{\"a\": 1}");
            case "large" -> large(id, params.path("arguments"));
            case "added" -> text(id, "new");
            default -> text(id, params.path("name").asString());
        }
    }

    /** So many bytes, in pieces, with the id before or after them. */
    private synchronized void large(JsonNode id, JsonNode arguments) {
        boolean last = arguments.path("idLast").asBoolean(false);
        out.print((last ? "{" : "{\"id\":" + id + ",") + "\"result\":{\"text\":\"");
        for (long sent = 0; sent < arguments.path("bytes").asLong(); sent += 65_536) {
            out.print("x".repeat(65_536));
        }
        out.println("\"}" + (last ? ",\"id\":" + id : "") + "}");
        out.flush();
    }

    private void progress(JsonNode id, JsonNode params) throws Exception {
        int steps = params.path("arguments").path("steps").asInt(5);
        for (int step = 1; step <= steps; step++) {
            TimeUnit.MILLISECONDS.sleep(params.path("arguments").path("pause").asInt(20));
            ObjectNode progress = NODES.objectNode();
            progress.set("progressToken", params.path("_meta").path("progressToken"));
            progress.put("progress", step).put("total", steps).put("message", "step " + step);
            tell("notifications/progress", progress);
        }
        text(id, "done");
    }

    private JsonNode question(String method, ObjectNode params) throws Exception {
        String id = "question-" + asked.size() + "-" + System.nanoTime();
        var waiting = new CompletableFuture<JsonNode>();
        asked.put(id, waiting);
        ObjectNode message = NODES.objectNode().put("id", id).put("method", method);
        message.set("params", params);
        send(message);
        return waiting.get();
    }

    private static ObjectNode form() {
        ObjectNode params = NODES.objectNode().put("message", "What is your name?");
        ObjectNode schema = params.putObject("requestedSchema").put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("name").put("type", "string");
        properties.putObject("age").put("type", "integer").put("default", 30);
        return params;
    }

    private void sample(JsonNode id) throws Exception {
        ObjectNode params = NODES.objectNode().put("maxTokens", 10);
        params.putArray("messages");
        text(id, question("sampling/createMessage", params).toString());
    }

    /** Asks twice under the same key, as 2026-07-28 has it. */
    private void rounds(JsonNode id, JsonNode params) {
        JsonNode state = params.path("requestState");
        int round = state.isString() ? Integer.parseInt(state.asString()) + 1 : 1;
        if (round > 2) {
            text(id, params.path("inputResponses").toString());
            return;
        }
        ObjectNode result = NODES.objectNode().put("resultType", "input_required");
        ObjectNode question = result.putObject("inputRequests").putObject("key");
        question.put("method", "elicitation/create");
        question.set("params", form().put("message", "round " + round));
        answer(id, result.put("requestState", "" + round));
    }

    private ObjectNode textResult(String text) {
        ObjectNode result = NODES.objectNode();
        if (is("modern")) {
            result.put("resultType", "complete");
        }
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }

    private void text(JsonNode id, String text) {
        answer(id, textResult(text));
    }
}
